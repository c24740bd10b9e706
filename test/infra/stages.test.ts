import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mailAddress, mailIdentity, readStages, trackingDomain } from '../../infra/stage/stages.ts';
import { STAGE_SETTINGS } from '#shared/platform/settings/settings.ts';
import { CONTEXT } from './synthesis.ts';

const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown> & { stages: Record<string, Record<string, unknown>> };
};
const dev = context.stages['dev'] ?? {};

describe('the stages of cdk.json', () => {
  it('are dev, staging and prod, in this order', () => {
    expect(readStages(context.stages).map(({ name }) => name)).toEqual(['dev', 'staging', 'prod']);
  });

  it('are synthesised by the tests with the same feature flags', () => {
    expect(context).toMatchObject(CONTEXT);
  });

  it('state the sender of mails', () => {
    const hostedZone = { id: 'Z0', name: 'invoicing.example' };
    const [own] = readStages({ dev });
    expect(own && [mailAddress(own), mailIdentity(own)]).toEqual(['no-reply@dev.invoicing.example', 'dev.invoicing.example']);
    // A verified domain covers its subdomains.
    const [below] = readStages({ dev: { ...dev, hostedZone } });
    expect(below && mailIdentity(below)).toBe('invoicing.example');
  });

  it.each([
    [{ apiUrl: 'http://api.example' }, /must be an https address/],
    [{ apiUrl: 'https://api.example/' }, /must not end with a slash/],
    [{ mailFrom: 'no-reply@invoicing.example' }, /must read `Name <address>`/],
    [{ logRetentionDays: 8 }, /must be one of 1, 3, 5, 7/],
    [{ anchors: { years: 53 } }, /anchors\.years: must be at most 52/],
    [{ anchors: { mode: 'NONE' } }, /anchors\.mode/],
    [{ evidenceRetentionYears: 51 }, /evidenceRetentionYears/],
    [{ evidenceRetentionYears: -1 }, /evidenceRetentionYears/],
    [{ region: 'Frankfurt' }, /must be an AWS region/],
    [{ account: '1234' }, /must be an AWS account id/],
    [{ settings: { registration: 'off' } }, /must be the name of an environment variable/],
    [{ settings: { REGISTRATON: 'off' } }, /dev\.settings\.REGISTRATON: is no setting\. The nearest one is REGISTRATION/],
    [{ settings: { CAPTCHA_SECRET: 's3cret' } }, /CAPTCHA_SECRET: is a secret.*put it into a parameter/],
    [{ settings: { STAGE: 'x' } }, /STAGE: is no setting/],
    [{ settings: { CHROMIUM_PATH: '/usr/bin/chromium' } }, /CHROMIUM_PATH: is no setting/],
    [{ settings: { REGISTRATION: 'no' } }, /dev\.settings\.REGISTRATION: .*"on"\|"off"/],
    [{ settings: { RESTORE_DAYS: 'thirty' } }, /RESTORE_DAYS: must be a whole number above 0/],
    [{ ownDomain: 'yes' }, /dev\.ownDomain/],
    [
      { ownDomain: true, hostedZone: { id: 'Z0', name: 'invoicing.example' } },
      /dev\.ownDomain: is for a domain made by hand: with `hostedZone` the deploy makes it/,
    ],
    [{ memory: 512 }, /memory/],
    [{ canary: { everyMinutes: 44 } }, /canary\.everyMinutes: must be at least 45: .* issue 1,000 invoices a month at most/],
    [{ canary: { everyMinutes: 721 } }, /canary\.everyMinutes: must be at most 720/],
    [{ canary: { everyMinutes: 60.5 } }, /canary\.everyMinutes/],
    [{ canary: true }, /dev\.canary/],
    [{ passkeys: { domain: 'invoicing.example', origins: [] } }, /must name an address/],
    [{ passkeys: { domain: 'invoicing.example', origins: ['https://app.invoicing.example/login'] } }, /must be an origin/],
    [{ passkeys: { domain: 'invoicing.example', origins: ['https://notinvoicing.example'] } }, /origins on the domain/],
  ])('%o is rejected with what to change', (change, message) => {
    expect(() => readStages({ dev: { ...dev, ...change } })).toThrow(message);
  });

  it.each([
    ['https://links.invoicing.example', 'links.invoicing.example'],
    ['https://links.other.example', undefined],
    [dev.apiUrl, undefined],
    [undefined, undefined],
  ])('a deploy makes the domain of the tracking address %s: %s', (trackingUrl, domain) => {
    const hostedZone = { id: 'Z0', name: 'invoicing.example' };
    const [stage] = readStages({ dev: { ...dev, trackingUrl, hostedZone } });
    expect(trackingDomain(stage!)).toBe(domain);
    expect(trackingDomain({ ...stage!, hostedZone: undefined })).toBeUndefined();
  });

  it('a secret is no setting, whatever its name: functions would have it in their environment, which many may read', () => {
    const isSecret = (name: string): boolean => /(SECRET|PASSWORD|PRIVATE_KEY)$/.test(name);
    expect(Object.keys(STAGE_SETTINGS).filter(isSecret)).toEqual([]);
    for (const name of ['TAXAUTH_CLIENT_SECRET', 'SMTP_PASSWORD', 'TOKEN_PRIVATE_KEY'])
      expect(() => readStages({ dev: { ...dev, settings: { [name]: 'x' } } })).toThrow(`${name}: is a secret`);
  });

  it('settings remain the strings that they are: functions read them by the same schemas', () => {
    const settings = { RESTORE_DAYS: '7', REGISTRATION: 'off', CONTACT_EMAIL: '' };
    expect(readStages({ dev: { ...dev, settings } })[0]).toMatchObject({ settings });
  });

  it('passkeys are for one domain and the addresses on it', () => {
    const passkeys = { domain: 'invoicing.example', origins: ['https://invoicing.example', 'https://app.invoicing.example'] };
    expect(readStages({ dev: { ...dev, passkeys } })[0]).toMatchObject({ passkeys });
  });

  it('a stage whose name does not fit into resource names is rejected', () => {
    expect(() => readStages({ 'feature-branch': dev })).toThrow(/2 to 12 lower-case letters and digits/);
  });
});
