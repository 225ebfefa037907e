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
 */
export function createClient(module: string, options: LanguageClientOptions): LanguageClient {
  return new LanguageClient(
    'callsheet',
    'Callsheet',
    {
      run: { module, transport: TransportKind.ipc },
      debug: {
        module,
        transport: TransportKind.ipc,
        options: { execArgv: ['--nolazy', '--inspect=6009'] },
      },
    },
    { ...options, revealOutputChannelOn: RevealOutputChannelOn.Never },
  );
}
