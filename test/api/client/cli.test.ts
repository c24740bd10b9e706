import { expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { type Invoice, useCommandLine } from './command-line.ts';

/** The command line, from the login to an issued invoice. The other commands are tested in cli.long.test.ts. */
const { fileOf, json, login, run } = useCommandLine(useService());

it('requires a login, drafts the invoices of a file and issues one', async () => {
  expect(await run(['list'])).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('npm run cli -- login') as string,
  });
  const { code, stdout, stderr } = await login();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Company: ');
  const drafts = (await json<{ draft: Invoice }[]>('draft', fileOf('Consultanță', 'Audit'))).map(({ draft }) => draft);
  expect(drafts.map(({ status }) => status)).toEqual(['draft', 'draft']);
  const [issued] = await json<Invoice[]>('issue', drafts[0]?.id ?? '');
  expect(issued).toMatchObject({ id: drafts[0]?.id, status: 'issued' });
  expect((await run(['list'])).stdout).toMatch(/^Number +Status +Total +Id\n/);
  expect((await run(['deadlines'])).stdout).toMatch(
    /^Company +Due this week +Late +Rejected +Unpaid +Overdue +Connection\n.* +\d +\d +0 +\d+\.\d\d RON +.*valid\n$/,
  );
});
