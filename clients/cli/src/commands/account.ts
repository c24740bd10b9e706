import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createInvoicingClient, ok } from '../../../typescript/src/index.ts';
import { type Config, writeConfig } from '../config.ts';
import { connect, type Context, loggedIn } from '../context.ts';
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

/** Logs in and stores tokens or key; chooses the company if there is only one. */
export async function login(context: Context, options: LoginOptions): Promise<void> {
  const { url } = options;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandFailed(`--url must be the URL of the service, such as https://api.example.com, not ${url}.`, EXIT.usage);
  }
  const credentials = await credentialsOf(options);
  writeConfig(context.configFile, { url, ...credentials });
  const found = await companies(context);
  const company = options.company ?? (found.length === 1 ? found[0]?.id : undefined);
  writeConfig(context.configFile, { ...loggedIn(context), company });
  const chosen = found.find(({ id }) => id === company);
  context.output.result({ url, company: company ?? null }, [
    `Logged in at ${url}.`,
    chosen
      ? `Company: ${chosen.name}`
      : `Choose one of ${found.length} companies: invoicing use <id> (invoicing companies lists them).`,
  ]);
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

const companies = async (context: Context): Promise<Company[]> =>
  (await ok(connect(context).GET('/api/v1/companies'))) as Company[];

export async function listCompanies(context: Context): Promise<void> {
  const { company } = loggedIn(context);
  const found = await companies(context);
  const rows = found.map(({ id, name, cif }) => [id === company ? '*' : '', id, cif, name]);
  context.output.result(found, table(['', 'Id', 'Tax number', 'Name'], rows));
}

export async function useCompany(context: Context, company: string): Promise<void> {
  const chosen = (await companies(context)).find(({ id, cif }) => id === company || cif === company);
  if (!chosen) throw new CommandFailed(`There is no company ${company}: invoicing companies lists them.`, EXIT.usage);
  writeConfig(context.configFile, { ...loggedIn(context), company: chosen.id });
  context.output.result({ company: chosen.id }, [`Company: ${chosen.name}`]);
}
