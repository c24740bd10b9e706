import type { InvoicingClient, paths } from '../../../typescript/src/index.ts';
import { ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import { readText } from '../files.ts';
import { table } from '../output.ts';

type Operation = paths['/api/v1/imports']['post'];
type Body = NonNullable<Operation['requestBody']>['content']['application/json'];
type Imported = Operation['responses'][200]['content']['application/json'];

/** What can be imported, as the API names it. */
export const IMPORT_KINDS = ['clients', 'products', 'opening_balances', 'documents'] as const satisfies readonly Body['kind'][];

/** How often what there was no time for is continued. */
const MOST_CONTINUATIONS = 20;

export interface ImportOptions {
  confirm?: boolean;
}

/** Previews a file, and with `confirm` stores what the preview shows. @throws CommandFailed when rows were refused or left */
export async function importFile(
  context: Context,
  kind: Body['kind'],
  file: string,
  { confirm = false }: ImportOptions,
): Promise<void> {
  const client = connect(context);
  const body = { kind, csv: readText(file) };
  const preview = await send(client, body);
  const result = confirm && preview.made > 0 ? await stored(client, body, preview) : preview;
  context.output.result(result, lines(result));
  if (!result.stored && result.made > 0)
    context.output.note('Nothing is stored yet: repeat the command with --confirm to store what is shown.');
  const left = result.refused + result.unfinished;
  if (left > 0) throw new CommandFailed(`${left} of ${result.rows.length} rows were not stored.`, EXIT.failed);
}

const send = (client: InvoicingClient, body: Body): Promise<Imported> => ok(client.POST('/api/v1/imports', { body }));

/** Stores a file, in as many requests as it needs. The result is of the first, with what the later ones have done. */
async function stored(client: InvoicingClient, body: Body, { confirmation }: Imported): Promise<Imported> {
  let result = await send(client, { ...body, confirm: confirmation ?? '' });
  for (let again = 0; result.confirmation !== null && again < MOST_CONTINUATIONS; again++) {
    const next = await send(client, { ...body, confirm: result.confirmation });
    const rows = result.rows.map((row, at) => (row.outcome === 'unfinished' ? (next.rows[at] ?? row) : row));
    result = { ...next, rows, made: result.made + next.made, skipped: result.skipped, sums: result.sums };
  }
  return result;
}

const WORDS = {
  made: 'stored',
  would_make: 'new',
  skipped: 'there already',
  refused: 'refused',
  unfinished: 'not done',
} as const;

function lines({ rows, sums, ...result }: Imported): string[] {
  const reasons = (row: Imported['rows'][number]): string =>
    [
      ...(row.errors.length > 0 ? row.errors.map(({ column, message }) => `${column} ${message}`) : [row.message ?? '']),
      ...row.warnings,
    ]
      .filter(text => text !== '')
      .join('; ');
  return [
    ...table(
      ['Line', 'Outcome', 'Name', 'Reason'],
      rows.map(row => [row.line, WORDS[row.outcome], row.name ?? '', reasons(row)]),
    ),
    ...sums.map(({ role, currency, amount, balances }) => `${balances} of ${role}s: ${amount.toFixed(2)} ${currency}`),
    `${result.made} ${result.stored ? 'stored' : 'to store'}, ${result.skipped} there already, ${result.refused} refused, ${result.unfinished} not done`,
  ];
}
