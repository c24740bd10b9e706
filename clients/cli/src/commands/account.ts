import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createInvoicingClient, type InvoicingClient, ok } from '../../../typescript/src/index.ts';
import { COMMAND } from '../command-name.ts';
import { type Config, isExposed, writeConfig } from '../config.ts';
import { clientOf, connect, type Context, loggedIn } from '../context.ts';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import { readText } from '../files.ts';
import { table } from '../output.ts';

export interface LoginOptions {
  url: string;
  email?: string;
  passwordStdin?: boolean;
  keyFile?: string;
  company?: string;
}

/** Logs in; chooses the company if there is only one. Nothing is stored before the service has accepted the credential. */
export async function login(context: Context, options: LoginOptions): Promise<void> {
  const { url } = options;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandFailed(`--url must be the URL of the service, such as https://api.example.com, not ${url}.`, EXIT.usage);
  }
  if (isExposed(url))
    context.output.note(
      `Warning: ${url} is not encrypted; others on the way can read your password and documents. Use https://.`,
    );
  const config: Config = { url, ...(await credentialsOf(options)) };
  const found = await companies(clientOf(config, tokens => Object.assign(config, tokens)));
  const chosen = options.company === undefined ? onlyOne(found) : companyIn(found, options.company);
  writeConfig(context.configFile, { ...config, company: chosen?.id });
  context.output.result({ url, company: chosen?.id ?? null }, [
    `Logged in at ${url}.`,
    chosen
      ? `Company: ${chosen.name}`
      : `Choose one of ${found.length} companies: ${COMMAND} use <id> (${COMMAND} companies lists them).`,
  ]);
}

const onlyOne = (found: Company[]): Company | undefined => (found.length === 1 ? found[0] : undefined);

/** @param wanted id or tax number @throws CommandFailed when the user has no such company */
function companyIn(found: Company[], wanted: string): Company {
  const chosen = found.find(({ id, cif }) => id === wanted || cif === wanted);
  if (!chosen) throw new CommandFailed(`There is no company ${wanted}: ${COMMAND} companies lists them.`, EXIT.notFound);
  return chosen;
}

async function credentialsOf({ url, email, passwordStdin, keyFile }: LoginOptions): Promise<Omit<Config, 'url'>> {
  if (keyFile !== undefined) return { apiKey: readText(keyFile).trim() };
  if (email === undefined) throw new CommandFailed('Give --email, or --key-file with an API key.', EXIT.usage);
  const password = passwordStdin ? (await text(process.stdin)).trimEnd() : await ask('Password: ');
  const answer = await ok(createInvoicingClient({ baseUrl: url }).POST('/api/auth', { body: { email, password } }));
  if (!('token' in answer))
    throw new CommandFailed('This account has a second factor: create an API key and use --key-file.', EXIT.login);
  return { token: answer.token, refreshToken: answer.refresh_token };
}

/** Asks without showing what is typed. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandFailed('There is no terminal to ask for the password: use --password-stdin or --key-file.', EXIT.usage);
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

interface Company {
  id: string;
  name: string;
  cif: string;
}

const companies = async (client: InvoicingClient): Promise<Company[]> =>
  // The fields that are used here; the document has more.
  (await ok(client.GET('/api/v1/companies'))) as Company[];

export async function listCompanies(context: Context): Promise<void> {
  const { company } = loggedIn(context);
  const found = await companies(connect(context));
  const rows = found.map(({ id, name, cif }) => [id === company ? '*' : '', id, cif, name]);
  context.output.result(found, table(['', 'Id', 'Tax number', 'Name'], rows));
}

export async function useCompany(context: Context, company: string): Promise<void> {
  const chosen = companyIn(await companies(connect(context)), company);
  writeConfig(context.configFile, { ...loggedIn(context), company: chosen.id });
  context.output.result({ company: chosen.id }, [`Company: ${chosen.name}`]);
}
