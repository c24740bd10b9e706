import { expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { expectWholeAfterDeath } from './bulk-calls.ts';

const service = useOwnService();

// With the fourth, the conversion is decided, but no note is marked yet.
it('a bulk conversion whose process dies once it is decided leaves all notes converted and one invoice', async () => {
  expect.hasAssertions();
  await expectWholeAfterDeath(service(), 4);
});
