import type { CellError } from '#shared/documents/common/csv-import/file.ts';
import { eachOf, MOST_TEXTS } from '#shared/documents/common/csv-import/outcome.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { readOpenings } from '#shared/documents/reports/ledger/openings.ts';
import type { Company } from '#shared/model/company.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import { partnerFinder } from '../partners.ts';
import { checkedRows, type Plan, type Planned, type Planning, refusal, skippedFor, type Step, wouldMake } from '../plan.ts';
import { createImported, thereAlready } from './create.ts';
import { importedDocument } from './document.ts';
import { type DocumentRow, documentRow } from './input.ts';
import { openingsOfClients, openingWarnings } from './in-opening.ts';
import { alreadyImported, numberTaken, readImportedNumbers } from './numbers.ts';

/** Plans a file of invoices that were issued with another program (IMP-10): two reads for each, five rows at a time. */
export async function planDocuments(planning: Planning, company: Company, by: Actor): Promise<Plan> {
  const { columns } = planning;
  const checked = checkedRows(planning, documentRow, body => body['number']);
  const [find, openings] = await Promise.all([
    partnerFinder(
      company.id,
      checked.flatMap(({ value }) => (value ? [{ role: 'client' as const, naming: value }] : [])),
    ),
    readOpenings(company.id, 'sale'),
  ]);
  const openingsBy = openingsOfClients(openings);
  const rows: Planned[] = checked.map(({ blank }) => blank);
  const steps: (Step | undefined)[] = [];
  const refuse = (at: number, message: string, error: CellError): void => {
    const before = rows[at] as Planned;
    rows[at] = { ...before, outcome: 'refused', message, errors: [...before.errors, error].slice(0, MOST_TEXTS) };
  };
  await eachOf(checked, async ({ row, blank, value }, at) => {
    if (value === null) return;
    const client = find('client', value);
    if ('column' in client) return refuse(at, 'The client is not known.', client);
    try {
      const made = importedDocument(value, { company, client: client as Client, by: personOf(by) });
      const { document, payments } = made;
      const numbers = await readImportedNumbers(company.id, document);
      const first = alreadyImported(numbers, document.issueDate);
      if (first !== null) return void (rows[at] = skippedFor(blank, thereAlready(document), first));
      const taken = numberTaken(numbers);
      if (taken) return refuse(at, 'The number is taken.', { column: 'number', message: taken });
      const added = document.notDue ? payments : [];
      await requireOpenPeriod({ company, attempt: 0 }, { before: null, after: document, added });
      rows[at] = wouldMake(blank, openingWarnings(made, openingsBy));
      const { vatGroups, total, seller, tvaLaIncasare } = document;
      steps[at] = {
        rows: [at],
        content: [value, client.id, vatGroups, total, seller.isVatPayer, tvaLaIncasare],
        make: () => createImported(company, made, by),
      };
    } catch (error) {
      rows[at] = refusal(error, blank, row, columns);
    }
  });
  // Of rows with one number, the first that can be stored counts.
  const lines = new Map<string, { line: number; value: DocumentRow }>();
  for (const [at, { row, value }] of checked.entries()) {
    if (!steps[at] || !value) continue;
    const earlier = lines.get(value.number);
    if (!earlier) {
      lines.set(value.number, { line: row.line, value });
      continue;
    }
    steps[at] = undefined;
    if (earlier.value.issueDate === value.issueDate && isOfOne(earlier.value, value))
      rows[at] = skippedFor(rows[at] as Planned, `The invoice is in line ${earlier.line} already.`);
    else
      refuse(at, 'The number is taken.', { column: 'number', message: `is in line ${earlier.line} already, of another invoice` });
  }
  return { rows, steps: steps.filter(step => step !== undefined), sums: [] };

  function isOfOne(a: DocumentRow, b: DocumentRow): boolean {
    const [one, other] = [find('client', a), find('client', b)];
    return 'id' in one && 'id' in other && one.id === other.id;
  }
}
