import { createInvoicingClient, type Credentials, type InvoicingClient, type Tokens } from '../../typescript/src/index.ts';
import { COMMAND } from './command-name.ts';
import { type Config, configFile, readConfig, writeConfig } from './config.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { type Output, outputTo } from './output.ts';

/** What commands work with. */
export interface Context {
  output: Output;
  configFile: string;
  /** Whether progress can be drawn. */
  isTerminal: boolean;
}

export const newContext = (asJson: boolean): Context => ({
  output: outputTo(asJson),
  configFile: configFile(),
  isTerminal: process.stderr.isTTY && !asJson,
});

/** @throws CommandFailed without a login */
export function loggedIn({ configFile: file }: Pick<Context, 'configFile'>): Config {
  const config = readConfig(file);
  if (!config) throw new CommandFailed(`You are not logged in: ${COMMAND} login --url <url> --email <email>.`, EXIT.login);
  return config;
}

/** The API as the person who logged in, in the company that was chosen. Renewed tokens are stored. */
export function connect(context: Context): InvoicingClient {
  const config = loggedIn(context);
  return clientOf(config, tokens => writeConfig(context.configFile, { ...config, ...tokens }));
}

/** The API by a login that need not be stored. @param onTokens receives renewed tokens */
export function clientOf({ url, company, apiKey, token = '', refreshToken }: Config, onTokens: (tokens: Tokens) => void) {
  const credentials: Credentials =
    apiKey === undefined ? { token, ...(refreshToken !== undefined && { refreshToken }) } : { apiKey };
  return createInvoicingClient({ baseUrl: url, credentials, ...(company !== undefined && { company }), onTokens });
}
