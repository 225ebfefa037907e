/** A command line for a person's eyes: the bounds of each argument can be seen, whatever it holds. */
export const quotedLine = (line: readonly string[]): string => line.map(quoted).join(' ');

const quoted = (argument: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : JSON.stringify(argument);
