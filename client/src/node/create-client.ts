import {
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';

/**
 * The client of a server in a process of its own.
 *
 * @param module the path of the server's bundle
 * @param environment variables for the server; those that are set already stay as they are
 */
export function createClient(
  module: string,
  options: LanguageClientOptions,
  environment: Readonly<Record<string, string>>,
): LanguageClient {
  const env = { ...environment, ...process.env };
  return new LanguageClient(
    'callsheet',
    'Callsheet',
    {
      run: { module, transport: TransportKind.ipc, options: { env } },
      debug: {
        module,
        transport: TransportKind.ipc,
        options: { env, execArgv: ['--nolazy', '--inspect=6009'] },
      },
    },
    { ...options, revealOutputChannelOn: RevealOutputChannelOn.Never },
  );
}
