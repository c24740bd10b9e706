import { expect, it } from 'vitest';
import { runScript } from '../support/scripts/run-script.ts';

it('a system that is started on the export of a lost table returns the same for every document, and does not assign the number of a lost invoice again', async () => {
  const { code, said } = await runScript('drill');
  expect(code, said).toBe(0);
  // The comparison was not empty: five records, and for each of three invoices itself, its files and its mails.
  expect(said).toMatch(/(1[7-9]|[2-9]\d) answers are compared/);
  // The lost invoice is the fourth one.
  expect(said).toMatch(/The number \S+-004 would be given again/);
});
