import { expect, it } from 'vitest';
import { runScript } from '../support/scripts/run-script.ts';

it('npm run cost counts the calls for an invoice on the local system, and ends with 0', async () => {
  const { code, said: text } = await runScript('cost');
  console.log(text);
  expect(code).toBe(0);
  const amounts = (line: RegExp) => (line.exec(text)?.slice(1) ?? []).map(amount => Number(amount.replaceAll(',', '')));
  // Of an invoice: draft, issue with its PDF, mail and submission write about 190 units; a request counts once, a mail is sent once.
  const [writes = 0, reads = 0] = amounts(/DynamoDB +([\d,]+) write units, ([\d,]+) read units/);
  expect(writes / 1000).toBeGreaterThan(150);
  expect(writes / 1000).toBeLessThan(260);
  expect(reads / 1000).toBeLessThan(260);
  expect(amounts(/([\d,]+) mails/)).toEqual([1000]);
  expect(amounts(/([\d,]+) requests +\$.*\n +SQS/)).toEqual([6000]);
  expect(amounts(/KMS +(\d) keys/)).toEqual([4]);
  expect(text).toMatch(/10,000,000: \$[\d,.]+ in its first month/);
});
