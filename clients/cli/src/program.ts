import packageJson from '../../../package.json' with { type: 'json' };
import { Argument, Command, InvalidArgumentError } from 'commander';
import { COMMAND } from './command-name.ts';
import { type ClientListOptions, listClients } from './commands/clients.ts';
import { listDeadlines } from './commands/deadlines.ts';
import { draft, type DraftOptions } from './commands/draft.ts';
import { listCompanies, login, type LoginOptions, useCompany } from './commands/account.ts';
import {
  advance,
  download,
  type DownloadOptions,
  list,
  type ListOptions,
  show,
  watch,
  type WatchOptions,
} from './commands/invoices.ts';
import { EXPORT_KINDS, type ExportKind, type ExportOptions, exportPeriod } from './commands/export.ts';
import { IMPORT_KINDS, importFile, type ImportOptions } from './commands/import.ts';
import { listen, type ListenOptions } from './commands/listen.ts';
import { addReports, month } from './commands/report-options.ts';
import { listWebhooks, tail, type TailOptions } from './commands/webhooks.ts';
import { type Completable, completionScript, type Shell, SHELLS } from './completion.ts';
import { type Context, newContext } from './context.ts';
import { EXIT } from './exit-codes.ts';

const EXIT_CODES = `
Exit codes: 0 done, 1 refused, 2 wrong arguments or file, 3 no login, 4 rejected or not decided in time, 5 not found,
6 not reachable or busy.`;

/** The commands of `npm run cli --`. Wrong arguments end with exit code 2. */
export function program(): Command {
  const root = new Command(COMMAND)
    .description('Invoices from the command line.')
    .version(packageJson.version)
    .option('--json', 'print results as JSON')
    .exitOverride(error => {
      throw Object.assign(error, { exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage });
    })
    .showHelpAfterError('--help lists commands and options.')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES);
  const add = (usage: string, description: string): Command => root.command(usage).description(description);
  const context = (): Context => newContext(root.opts<{ json?: boolean }>().json ?? false);

  add('login', 'Log in; once the service has accepted it, the login is stored in your configuration folder.')
    .requiredOption('--url <url>', 'URL of the service')
    .option('--email <email>', 'your email; the password is asked for')
    .option('--password-stdin', 'read the password from standard input')
    .option('--key-file <file>', 'a file with an API key, instead of email and password')
    .option('--company <id>', 'the company to work in, by id or tax number')
    .action((options: LoginOptions) => login(context(), options));
  add('companies', 'List your companies.').action(() => listCompanies(context()));
  add('use <company>', 'Choose the company to work in, by id or tax number.').action((company: string) =>
    useCompany(context(), company),
  );

  add('draft <file>', 'Draft the invoices of a JSON or CSV file.')
    .option('--create-clients', 'add clients that the file names by a tax number, from the register of companies')
    .action((file: string, options: DraftOptions) => draft(context(), file, options));
  add('import', 'Preview a CSV file of another program: clients, products, opening balances, documents; then store it.')
    .addArgument(new Argument('<kind>', 'what its rows are').choices(IMPORT_KINDS))
    .argument('<file>', 'the file')
    .option('--confirm', 'store what the preview shows')
    .action((kind: (typeof IMPORT_KINDS)[number], file: string, options: ImportOptions) =>
      importFile(context(), kind, file, options),
    );
  for (const step of ['issue', 'submit'] as const) {
    const what = step === 'issue' ? 'Issue drafts: give them their numbers.' : 'Submit issued invoices to the tax authority.';
    add(`${step} <invoices...>`, `${what} By number or id.`).action((named: string[]) => advance(context(), step, named));
  }
  add('watch <invoice>', 'Wait until the tax authority has validated an invoice.')
    .option('--interval <seconds>', 'time between two looks', seconds, 10)
    .option('--timeout <seconds>', 'longest wait', seconds, 3600)
    .action((id: string, options: WatchOptions) => watch(context(), id, options));
  add('list', 'List invoices, the latest issue date first.')
    .option('--status <status>', 'draft, issued, validated, paid, overdue, …')
    .option('--search <text>', 'number, or name or tax number of the client')
    .option('--from <date>', 'issued on this day or later')
    .option('--to <date>', 'issued on this day or earlier')
    .option('--most <count>', 'how many', count, 20)
    .action((options: ListOptions) => list(context(), options));
  add('show <invoice>', 'Show an invoice, by number or id.').action((named: string) => show(context(), named));
  add('download <invoice>', 'Download the PDF of an invoice, or its XML.')
    .option('--xml', 'the XML')
    .option('-o, --output <file>', 'where to, - for standard output; by default the number of the invoice in this folder')
    .action((id: string, options: DownloadOptions) => download(context(), id, options));
  add('deadlines', 'List what is due in all your companies: documents to send, unpaid sales, connections that end.').action(() =>
    listDeadlines(context()),
  );
  add('export', 'Download a period: an archive of its documents, or its file for an accounting program.')
    .addArgument(new Argument('<kind>', 'the archive, or the form of the file').choices(EXPORT_KINDS))
    .option('--month <month>', 'a month, such as 2026-11', month)
    .option('--from <date>', 'from this day on; of a file for a program the first of a month')
    .option('--to <date>', 'until this day; of a file for a program the last of a month')
    .option('--comma', 'csv: decimal commas, and semicolons between cells, as spreadsheets in Romania read them')
    .option('-o, --output <file>', 'where to, - for standard output; by default its own name, in this folder')
    .option('--interval <seconds>', 'time between two looks', seconds, 2)
    .option('--timeout <seconds>', 'longest wait', seconds, 3600)
    .action((kind: ExportKind, options: ExportOptions) => exportPeriod(context(), kind, options));
  addReports(add('report', 'Reports of the company: journals, VAT, accounts, balances.'), context);
  add('clients', 'Clients of the company.')
    .command('list')
    .description('List the clients of the company by name.')
    .option('--search <text>', 'name, tax number or email')
    .option('--most <count>', 'how many', count, 100)
    .action((options: ClientListOptions) => listClients(context(), options));
  const webhooks = add('webhooks', 'Webhooks of the company, and their deliveries.');
  webhooks
    .command('list')
    .description('List the webhooks of the company.')
    .action(() => listWebhooks(context()));
  webhooks
    .command('tail [webhook]')
    .description('Show the deliveries of a webhook as they are made, until Ctrl-C; with --json a line of JSON for each.')
    .option('--last <count>', 'how many of those made before to show first', count, 10)
    .option('--interval <seconds>', 'time between two looks', seconds, 3)
    .option('--once', 'look once')
    .action((webhook: string | undefined, options: TailOptions) => tail(context(), webhook, options));
  webhooks
    .command('listen')
    .description('Send the events of the company to a URL as they happen, signed like a webhook, until Ctrl-C.')
    .requiredOption('--forward-to <url>', 'where to, such as http://localhost:4000/hook')
    .option('--events <names>', 'only these events, separated by commas')
    .option('--secret <secret>', 'sign with this secret instead of a new one, which is printed')
    .option('--interval <seconds>', 'time between two looks', seconds, 2)
    .action((options: ListenOptions) => listen(context(), options));
  add('completion', 'Print a script that completes commands in your shell: source it in its profile.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => void process.stdout.write(completionScript(shell, completable(root))));
  return root;
}

/** What a shell completes: the commands of a program, with those below them. */
export const completable = (root: Command): Completable[] =>
  root.commands.map(command => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.flatMap(({ long }) => long ?? []), '--json'],
    commands: completable(command),
  }));

function seconds(value: string): number {
  const number = Number(value);
  if (!(number >= 0)) throw new InvalidArgumentError('It must be a number of seconds.');
  return number;
}

function count(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return number;
}
