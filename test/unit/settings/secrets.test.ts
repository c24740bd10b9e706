import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SsmEngine, startSsm } from '../../../infra/local/engines/ssm.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { readSecret } from '#shared/platform/settings/secrets.ts';

const PARAMETER = '/invoicing/test/secrets/captcha';
let engine: SsmEngine;
let millis = 0;

beforeAll(async () => {
  engine = await startSsm({});
});
beforeEach(() => {
  for (const [name, value] of Object.entries({
    ...{ AWS_ENDPOINT_URL_SSM: engine.endpoint, AWS_REGION: 'eu-central-1', STAGE: 'test' },
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  }))
    vi.stubEnv(name, value);
  millis = Date.parse('2026-11-02T10:00:00Z');
  setTimeSource(() => millis);
  clearCaches();
  forgetClients();
});
afterEach(() => {
  vi.unstubAllEnvs();
  setTimeSource(Date.now);
});
afterAll(() => engine.stop());

describe('readSecret', () => {
  test('reads the parameter of its stage, caches it for five minutes, then reads the new one', async () => {
    engine.put(PARAMETER, 'first');
    expect(await readSecret('captcha')).toBe('first');
    engine.put(PARAMETER, 'second');
    millis += 5 * 60_000 - 1;
    expect(await readSecret('captcha')).toBe('first');
    millis += 1;
    expect(await readSecret('captcha')).toBe('second');
  });

  test('a missing parameter is an error every time until it exists, with the name and no value', async () => {
    engine.put(PARAMETER, undefined);
    await expect(readSecret('captcha')).rejects.toThrow(PARAMETER);
    engine.put(PARAMETER, 'first');
    expect(await readSecret('captcha')).toBe('first');
  });
});
