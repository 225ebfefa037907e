/** A copy without the room that a list grows into: for lists that stay as long as their file is known. */
export const fitted = <T>(grown: readonly T[]): readonly T[] => grown.slice();
