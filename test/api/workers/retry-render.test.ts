import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();

it('a message about an invoice that does not exist is not repeated; the log names it', async () => {
  const { company } = await service().newCompany(await service().newUser());
  const id = crypto.randomUUID();
  const { sqs } = service().runtime.engines;
  sqs.deliver('render', JSON.stringify({ companyId: company, id }));
  // Longer than all repetitions of a failed message.
  for (const duration of ['PT0S', 'PT30M', 'PT30M', 'PT30M', 'PT30M', 'PT30M']) await service().advance(duration);
  const waiting = sqs.depths().filter(({ name, visible, inFlight }) => name.startsWith('render') && visible + inFlight > 0);
  expect(waiting).toEqual([]);
  const log = readFileSync(join(service().dataDir, 'service.log'), 'utf8').split('\n');
  expect(log.filter(line => line.includes('not retried') && line.includes(id))).not.toEqual([]);
});
