import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Book } from '../support/allocations/book.ts';
import { lives } from '../support/allocations/commands.ts';
import { generated, LONG } from '../support/effort.ts';
import { catalogueWithout, useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** Allocations as a state model: no leu appears or vanishes over any order of payments, refunds, cancellations and restores (SET-57). */

const service = useOwnService({ catalogue: await catalogueWithout('workers-render-document') });
const { newTrader } = useTrader({ service, lasting: true });

const COMMANDS = Number(process.env['MODEL_COMMANDS'] ?? (LONG ? 60 : 24));
const EFFORT = generated({ runs: 1, seed: 20261129, long: Number(process.env['MODEL_RUNS'] ?? 8) });

/** What the lives of a long run do, all together. */
const EVERYTHING = [
  ...[
    'invoice',
    'payment',
    'refund',
    'payment removed',
    'a payment kept',
    'credit note',
    'cancelled',
    'restored',
    'restore refused',
  ],
  ...['advance', 'allocated', 'overpaid', 'credit used', 'set against', 'credit paid back', 'undone', 'undo refused'],
  'allocated again after a crash',
  ...['receipt', 'receipt over several', 'receipt with credit', 'cash paid back on documents', 'credit paid back in cash'],
  ...['receipt cancelled', 'cancellation of a receipt refused', 'receipt again after a crash', 'offset'],
];

it('keeps what came in equal to what is paid on documents and credit, in every report, while processes die', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(lives(COMMANDS), async commands => {
      const trader = await newTrader();
      for (const [type, prefix] of [
        ['receipt', 'CH'],
        ['cash_payment', 'DP'],
      ])
        expect((await trader.request('POST', '/document-series', { type, prefix })).status).toBe(201);
      const model = new Book();
      await fc.asyncModelRun(() => ({ model, real: { service: service(), trader } }), commands);
      for (const [what, count] of model.done) done.set(what, (done.get(what) ?? 0) + count);
    }),
    { ...EFFORT, endOnFailure: true },
  );
  console.log([...done].map(([what, count]) => `${count} × ${what}`).join(', '));
  // Lives without progress prove nothing.
  for (const what of ['allocated', 'receipt']) expect(done.get(what), what).toBeGreaterThan(0);
  if (LONG) expect(EVERYTHING.filter(what => !done.has(what))).toEqual([]);
});
