import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rehearseGap } from '../../infra/local/drill/gap.ts';
import { runScript } from '../support/scripts/run-script.ts';

it('a system that is started on the export of a lost table returns the same for every document, and does not assign the number of a lost invoice again', async () => {
  const { code, said } = await runScript('drill');
  expect(code, said).toBe(0);
  // The comparison was not empty: five records, and for each of three invoices itself, its files and its mails.
  expect(said).toMatch(/(1[7-9]|[2-9]\d) answers are compared/);
  // The lost invoice is the fourth one.
  expect(said).toMatch(/The number \S+-004 would be given again/);
  // What was sent since the export is settled, and not sent again. By the day and its hour, members get the notices of what is due, and of what has
  // to be sent to the authority, too.
  expect(said).toMatch(/It has sent [3-5] mails, 1 documents to the authority and \d+ webhooks since/);
  expect(said).toMatch(
    /Settled: 1 scheduled mails, 1 mails with documents, 1 reminders, 2 daily runs, 1 recurring invoices, 1 planned/,
  );
  expect(said).toMatch(/It has sent 0 mails; [1-9]\d* webhooks came again under their ids/);
  expect(said).toMatch(/Both are brought back from their versions/);
});

it('without settling, the restored system sends mails and documents again, and the drill says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-gap-'));
  try {
    const problems = await rehearseGap(folder, () => {}, false);
    const notices = ['Facturi de încasat', 'e-Factura: este nevoie de dvs.'];
    const withoutNotice = problems.filter(problem => !notices.some(notice => problem.includes(notice)));
    expect(withoutNotice.map(problem => problem.split(':')[0]).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'Mailed again'),
      'Sent to the authority again',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
