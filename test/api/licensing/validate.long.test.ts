import { describe, expect, test } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { licensingCalls } from './calls.ts';

const service = useOwnService({ machines: [] });
const { newKey, listed, validate } = licensingCalls(service);

describe('POST /api/v1/licensing/validate', () => {
  test('a later validation keeps the data of an earlier one, and the time of activation', async () => {
    const { id, licenseKey } = await newKey();
    expect((await validate({ licenseKey, instanceName: 'Depozit' })).status).toBe(200);
    const first = await listed(id);
    await service().advance('PT10M');
    await validate({ licenseKey });
    const second = await listed(id);
    expect(second).toMatchObject({ instanceName: 'Depozit', activatedAt: first?.['activatedAt'] });
    expect(String(second?.['lastValidatedAt']) > String(first?.['lastValidatedAt'])).toBe(true);
  });
});
