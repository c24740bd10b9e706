import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { type CountedSystem, onCountedSystem } from '../../infra/cost/counting.ts';
import { PRICES } from '../../infra/cost/prices.ts';
import { priceSheet, total } from '../../infra/cost/sheet.ts';
import { apiAt, expecting } from '../../infra/local/api-client.ts';
import { COMPANY, register } from '../../infra/local/demo/journey.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { storeMonth } from '../support/accountant/busy-month.ts';
import { handedOver, tablesOf, unbalanced } from '../support/accountant/handed-over.ts';
import { madeAlone } from '../support/archives/alone.ts';
import type { Export } from '../support/contract.ts';
import { newDataFolder } from '../support/runner/data-folder.ts';
import type { Service } from '../support/service.ts';

/** What the hand-over file of a month takes (docs/adr/0056-hand-over-files.md), and what memory it needs. */
const DOCUMENTS = Number(process.env['HAND_OVER_DOCUMENTS'] ?? 1000);
const FEW = 250;
const MONTH = '2026-03';
const PERIOD = { from: `${MONTH}-01`, to: `${MONTH}-31` };

/** Entries of a part, so that the file of a month of this test has many parts. */
const ENTRIES = 100;
/** The program, and a part with its texts; 245 were measured for 1,000 documents. */
const MOST_MEGABYTES = 350;

/** `HAND_OVER_MEMORY=1` measures longer periods too, which takes some minutes: documents, and how much more may be in use after the longer one. */
const LONGER = { few: 1000, many: 4000, growth: 1.15 };

const folders: string[] = [];
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));
const newFolder = (): string => {
  const folder = newDataFolder();
  folders.push(folder);
  return folder;
};

/** A service with an account whose companies have a month of many documents each. */
async function busy({ runtime }: Pick<CountedSystem, 'runtime'>) {
  const api = apiAt(runtime.url);
  const person = { firstName: 'Ana', lastName: 'Pop', organizationName: COMPANY.name };
  const token = await register(api, { ...person, email: 'month@invoicing.example', password: 'Hand-over-1-month' });
  const service = { api, idle: () => runtime.idle(1_200_000) } as unknown as Service;
  const ids = Array.from({ length: 20 }, () => randomUUID());
  return {
    companyWith: async (documents: number, cif: string): Promise<string> => {
      const body = { ...COMPANY, cif, vatCode: null };
      const { id } = await expecting<{ id: string }>(201, 'A company', api('POST', '/api/v1/companies', { token, body }));
      await storeMonth({ company: companyScope(id), month: MONTH, documents, clients: ids, suppliers: ids });
      return id;
    },
    asked: (company: string, program: string) =>
      handedOver(service, { token, company: companyScope(company) }, { program, period: PERIOD }),
  };
}

it(`${DOCUMENTS} documents of a month: calls, units, seconds and dollars of each program; bounded memory`, async () => {
  await onCountedSystem(newFolder(), async ({ runtime, measure }) => {
    const { companyWith, asked } = await busy({ runtime });
    const [few, many] = [await companyWith(FEW, '20000001'), await companyWith(DOCUMENTS, '20000002')];
    const ofFew = await asked(few, 'csv');
    let ofMany: Export | undefined;
    for (const program of ['csv', 'saft', 'saga']) {
      let made = ofFew;
      const { usage, runs } = await measure(async () => {
        made = await asked(many, program);
      });
      const worker = runs.filter(({ name }) => name === 'workers-build-export');
      const calls = worker.flatMap(run => run.calls);
      console.log(
        `${program}: ${DOCUMENTS} documents, ${Math.round(made.zip.length / 1024)} KB, ${worker.length} runs of the worker, ${calls.length} calls,`,
        `${usage.readUnits} read and ${usage.writeUnits} write units, ${Math.round(usage.seconds)} s modelled, $${total(priceSheet(usage, PRICES)).toFixed(4)}`,
      );
      expect(made.job).toMatchObject({ status: 'completed', totalInvoices: DOCUMENTS, done: DOCUMENTS, damaged: 0 });
      // One query for each document, which its payment shares.
      expect(calls.length).toBeLessThan(1.2 * DOCUMENTS + 40 * worker.length);
      if (program === 'csv') {
        ofMany = made.job;
        const tables = tablesOf(made.zip);
        expect([tables.documents.length, tables.payments.length, unbalanced(tables)]).toEqual([DOCUMENTS, DOCUMENTS, []]);
      }
    }
    const alone = (company: string, { exportId }: Export) => madeAlone(company, exportId, ENTRIES);
    const [small, large] = [await alone(few, ofFew.job), await alone(many, ofMany!)];
    console.log(`In parts of ${ENTRIES}: ${FEW} documents ${JSON.stringify(small)}, ${DOCUMENTS} ${JSON.stringify(large)}`);
    expect(large.runs).toBeGreaterThan(3 * small.runs);
    expect(large.peakMegabytes).toBeLessThan(MOST_MEGABYTES);
  });
});

it.runIf(process.env['HAND_OVER_MEMORY'])(`${LONGER.many} documents leave no more in memory than ${LONGER.few}`, async () => {
  await onCountedSystem(newFolder(), async ({ runtime }) => {
    const { companyWith, asked } = await busy({ runtime });
    const usedBy = async (documents: number, cif: string): Promise<number> => {
      const company = await companyWith(documents, cif);
      const made = await madeAlone(company, (await asked(company, 'csv')).job.exportId, ENTRIES);
      console.log(`In parts of ${ENTRIES}: ${documents} documents ${JSON.stringify(made)}`);
      return made.usedMegabytes;
    };
    const few = await usedBy(LONGER.few, '20000003');
    expect(await usedBy(LONGER.many, '20000004')).toBeLessThan(LONGER.growth * few);
  });
});
