import { expect, it } from 'vitest';
import { runScript } from '../support/scripts/run-script.ts';

it('a system that is started on the export of a lost table says the same of every document, and does not give the number of an invoice that it lost again', async () => {
  const { code, said } = await runScript('drill');
  expect(code, said).toBe(0);
  // It has compared something: five records, and for each of three invoices itself, its files and its mails.
  expect(said).toMatch(/(1[7-9]|[2-9]\d) answers are compared/);
  // The lost invoice is the fourth one.
  expect(said).toMatch(/The number \S+-004 would be given again/);
});
