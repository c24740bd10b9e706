import { expect, it } from 'vitest';
import { runScript } from '../support/scripts/run-script.ts';

/** The most that 1,000 invoices and a month of an idle stage may cost, in dollars. Units and transitions are those of ledger.txt. */
const MOST = { thousand: 0.362, idle: 10.8 };

it('npm run cost counts the calls for an invoice on the local system, twice the same, within what an invoice and an idle stage may cost', async () => {
  const [{ code, said: text }, again] = [await runScript('cost'), await runScript('cost')];
  console.log(text);
  expect([code, again.code]).toEqual([0, 0]);
  const amounts = (line: RegExp, of = text) => (line.exec(of)?.slice(1) ?? []).map(amount => Number(amount.replaceAll(',', '')));
  const sums = (of: string): number[] => [...of.matchAll(/^ {2}Sum +\$([\d.,]+)$/gm)].map(([, sum = '']) => Number(sum));
  const [thousand = 0, , idle = 0] = sums(text);
  for (const [what, amount] of Object.entries({ thousand, idle })) {
    expect(amount, what).toBeLessThanOrEqual(MOST[what as keyof typeof MOST]);
    expect(amount, what).toBeGreaterThan(0);
  }
  // A request counts once, and a mail is sent once.
  expect(amounts(/([\d,]+) mails/)).toEqual([1000]);
  expect(amounts(/([\d,]+) requests +\$.*\n +SQS/)).toEqual([6000]);
  expect(amounts(/KMS +(\d) keys/)).toEqual([3]);
  // What is logged and stored differs by the digits of times, durations by which of two calls at once is answered first, and requests of
  // queues by whether one of the changes is in the sample that asks for a compaction of the list (documents/lists/outbox-route.ts).
  const counts = (of: string): string => of.replaceAll(/^.*(Lambda|CloudWatch Logs|SQS|Sum|storage|Keeping|: \$).*$/gm, '');
  expect(counts(again.said)).toBe(counts(text));
  expect(sums(again.said)[0]).toBeCloseTo(thousand, 2);
  expect(text).toMatch(/10,000,000: \$[\d,.]+ in its first month/);
});
