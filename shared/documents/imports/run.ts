import { rowsOf } from '#shared/documents/common/csv-import/file.ts';
import { BEGINS_WITHIN, countsOf, eachOf, NOT_IN_TIME, type Refusal } from '#shared/documents/common/csv-import/outcome.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { companyOn } from '#shared/model/vat/status.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { requirePermissions } from '#shared/platform/access/permissions.ts';
import { readVatRates } from '#shared/records/catalogue/vat-rates/store.ts';
import type * as z from 'zod';
import { DOCUMENT_COLUMNS } from './documents/input.ts';
import { planDocuments } from './documents/plan.ts';
import { CLIENT_COLUMNS, planClients } from './clients.ts';
import { IMPORT_PERMISSIONS, type ImportBody } from './input.ts';
import { OPENING_COLUMNS, planOpenings } from './openings.ts';
import { confirmationOf, type Plan, type Planned, type Planning } from './plan.ts';
import { planProducts, PRODUCT_COLUMNS } from './products.ts';
import type { importResultSchema } from './schema.ts';

/** Previews a file, or stores what was previewed, each record in a transaction of its own (IMP-1 to IMP-5). */

interface Import {
  company: Company;
  by: Actor;
  body: ImportBody;
  /** The current time in milliseconds, by any clock. */
  clock?: () => number;
}

/** The columns of each kind, and how its rows are planned. */
const KINDS = {
  clients: { columns: CLIENT_COLUMNS, plan: planClients },
  products: {
    columns: PRODUCT_COLUMNS,
    plan: async (planning: Planning, company: Company) =>
      planProducts(planning, { ...companyOn(company, today()), vatRates: await readVatRates(company.id) }),
  },
  opening_balances: { columns: OPENING_COLUMNS, plan: planOpenings },
  documents: { columns: DOCUMENT_COLUMNS, plan: planDocuments },
} as const satisfies Record<ImportBody['kind'], object>;

/**
 * Without `confirm` nothing is stored: the answer says what would come of each row, and has the `confirmation` of it.
 *
 * @param refusalOf how a single request answers an error
 * @throws 403 without the permission to enter one such record; 422 for a file that cannot be read; 409 `preview_changed` when something else than what was previewed would be stored
 */
export async function runImport(
  { company, by, body, clock = () => performance.now() }: Import,
  refusalOf: (error: unknown) => Refusal,
) {
  requirePermissions(by, [IMPORT_PERMISSIONS[body.kind]]);
  const endsAt = clock() + BEGINS_WITHIN;
  const { columns, plan } = KINDS[body.kind];
  const rows = rowsOf(body.csv, columns);
  const planned = (): Promise<Plan> => plan({ company: company.id, rows, columns }, company, by);
  const found = await planned();
  const confirmation = confirmationOf(company.id, body, found);
  if (body.confirm === undefined) return resultOf(body, found, confirmation);
  if (body.confirm !== confirmation)
    throw conflict('The data of the company, or the file, has changed since the preview: preview the file again.', {
      reason: 'preview_changed',
    });
  const stored: Planned[] = [...found.rows];
  const note = (places: readonly number[], result: Partial<Planned>): void => {
    for (const place of places) stored[place] = { ...(stored[place] as Planned), ...result };
  };
  await eachOf(found.steps, async ({ rows: places, make }) => {
    if (clock() > endsAt) return note(places, { outcome: 'unfinished', message: NOT_IN_TIME });
    try {
      note(places, await make());
    } catch (error) {
      const { status, error: problem } = refusalOf(error);
      note(places, { outcome: status >= 500 || status === 429 ? 'unfinished' : 'refused', message: problem.message });
    }
  });
  const isDone = stored.every(({ outcome }) => outcome !== 'unfinished');
  // What is left is confirmed already: sending the file with this confirmation does it.
  const next = isDone ? null : confirmationOf(company.id, body, await planned());
  return resultOf(body, { ...found, rows: stored }, next);
}

function resultOf(
  { kind, confirm }: ImportBody,
  { rows, sums }: Plan,
  confirmation: string | null,
): z.output<typeof importResultSchema> {
  return { kind, stored: confirm !== undefined, confirmation, rows, ...countsOf(rows), sums };
}
