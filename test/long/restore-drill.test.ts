import { expect, it } from 'vitest';
import { drill } from '../../infra/local/drill/drill.ts';

it('a system that is started on the export of a lost table says the same of every document, and does not give the number of an invoice that it lost again', async () => {
  const said: string[] = [];
  expect(await drill(line => void said.push(line))).toEqual([]);
  // It has compared something: five records, and for each of three invoices itself, its files and its mails.
  expect(said.join('\n')).toMatch(/(1[7-9]|[2-9]\d) answers are compared/);
  // The lost invoice is the fourth one.
  expect(said.join('\n')).toMatch(/The number \S+-004 would be given again/);
});
