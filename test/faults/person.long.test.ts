import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newInvocation, ProcessDied, runAs } from '../../infra/local/invocation.ts';
import { EXIT } from '../../infra/person/person.ts';
import { places } from '../support/effort.ts';
import { usePersons } from '../support/faults/persons.ts';
import { useOwnService } from '../support/service.ts';

/** `npm run person` on the local runtime: it may die at any call, and several may run at once. */

const service = useOwnService();
const { seeded, erase, kindsNaming, expectErased } = usePersons(service);

describe('npm run person', () => {
  it('continues after it died at any call, and after lost responses', async () => {
    const { faults } = service().runtime;
    const invoked = async (email: string): Promise<number> => {
      const invocation = newInvocation(randomUUID(), 'person');
      await runAs(invocation, () => erase(email, '--confirm')).catch((error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error;
      });
      return invocation.calls.length;
    };
    // The table grows with each subject: no run has fewer calls than the first.
    const calls = await invoked((await seeded()).email);
    const sample = places(calls, 12);
    for (const at of sample)
      for (const when of ['before', 'after', 'lostAnswer'] as const) {
        const subject = await seeded();
        faults.crash({ call: at, when, name: 'person' });
        await invoked(subject.email);
        expect(faults.crashed(), `${when} call ${at} of ${calls}`).toBe(true);
        faults.clear();
        expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
        await expectErased(subject);
      }
    console.log(`person: ${sample.length} of ${calls} calls × 3 interruptions, all survived`);
    // All calls take five minutes of processor time (npm run test:all), on a busy machine a multiple.
  }, 2_700_000);

  it('several can run at once', async () => {
    const subject = await seeded();
    expect(await Promise.all([1, 2, 3].map(() => erase(subject.email, '--confirm')))).toEqual([EXIT.done, EXIT.done, EXIT.done]);
    await expectErased(subject);
  });

  it('runs as a command, and overwrites no file', async () => {
    const { email } = await service().newUser();
    const command = (...argv: string[]) =>
      promisify(execFile)(process.execPath, ['infra/person/cli.ts', ...argv, '--email', email, '--local', service().url]);
    const file = join(mkdtempSync(join(tmpdir(), 'person-')), 'person.json');
    await command('export', '--out', file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ email, held: expect.any(Array) as unknown });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(command('export', '--out', file)).rejects.toMatchObject({ code: EXIT.failed });
    await expect(command('erase', '--stage', 'nowhere')).rejects.toMatchObject({ code: EXIT.usage });
    expect((await command('erase', '--confirm')).stdout).toMatch(/Erased in the local runtime .*: \d+ items\.\n$/);
    expect(await kindsNaming(email)).toEqual([]);
    rmSync(dirname(file), { recursive: true });
  });
});
