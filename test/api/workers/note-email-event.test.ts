import { expect, test } from 'vitest';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [], strict: true });

interface Depth {
  name: string;
  visible: number;
  inFlight: number;
  dlq: number;
}
const depth = async (): Promise<Depth | undefined> => {
  const { body } = await service().api('GET', '/_local/queues');
  return (body as { queues: Depth[] }).queues.find(({ name }) => name === 'email-events');
};

test('the notice that SES publishes when event destinations are created is no dead letter, and an invalid event still is', async () => {
  await service().idle();
  expect(await depth()).toMatchObject({ visible: 0, inFlight: 0, dlq: 0 });
  service().runtime.engines.sqs.deliver('email-events', 'Successfully validated SNS topic for something else.');
  for (let tries = 0; tries < 5; tries++) {
    await service().idle();
    await service().advance('PT4M');
  }
  expect(await depth()).toMatchObject({ visible: 0, inFlight: 0, dlq: 1 });
});
