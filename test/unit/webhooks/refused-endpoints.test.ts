import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { handler as update } from '../../../functions/webhooks/update.ts';
import { refuseInvalidEndpoint } from '#shared/app/webhooks/endpoints/rules.ts';
import { resolvesToPublic } from '#shared/output/webhooks/post/receiver.ts';
import { refusedFieldsBy, refusedFieldsOf } from '../../support/refused/fields.ts';
import { refusedRequest } from '../../support/refused/request.ts';
import { FORBIDDEN_HOSTS } from '../../support/webhooks/spellings.ts';

/** Webhook endpoints that are rejected for any company (WHK-6, WHK-7). */

const BODY = { url: 'https://receiver.example/hook', events: ['invoice.issued', 'invoice.paid'] };

describe('POST /webhooks: an invalid body: 400', () => {
  it('accepts valid requests', async () => {
    expect(await refusedRequest(create, { body: BODY })).toBeUndefined();
    expect(await refusedRequest(update, { body: { isActive: false } })).toBeUndefined();
  });

  it.each([
    ['no url', { url: undefined }, 'url'],
    ['no events', { events: [] }, 'events'],
    ['events of another type', { events: 'invoice.paid' }, 'events'],
    ['a description of another type', { description: 7 }, 'description'],
  ])('%s', async (_, overrides, field) => {
    expect(await refusedFieldsOf(create, { body: { ...BODY, ...overrides } })).toEqual([400, 'bad_request', [field]]);
  });

  it.each([
    [undefined, 'is required'],
    ['', 'must not be empty'],
    [7, 'must be text'],
  ])('the url %s %s', async (url, message) => {
    expect(await refusedRequest(create, { body: { ...BODY, url } })).toMatchObject({ status: 400, details: { url: [message] } });
  });

  it('an empty change', async () => {
    expect(await refusedFieldsOf(update, { body: {} })).toEqual([400, 'bad_request', ['body']]);
  });
});

describe('the rules of an endpoint: 422 with the field', () => {
  it('accepts valid endpoints', async () => {
    expect(await refusedFieldsBy(() => refuseInvalidEndpoint(BODY, false))).toBeUndefined();
    expect(await refusedFieldsBy(() => refuseInvalidEndpoint({ events: ['*'] }, false))).toBeUndefined();
  });

  it.each([
    ['an invalid url', { url: 'receiver' }, 'url'],
    ['another protocol', { url: 'ftp://receiver.example/hook' }, 'url'],
    ['credentials in the url', { url: 'https://me:secret@receiver.example/hook' }, 'url'],
    ['an unknown event', { events: ['invoice.exploded'] }, 'events'],
    ['`*` mixed with names', { events: ['*', 'invoice.paid'] }, 'events'],
  ])('%s, where receivers may be on loopback and where not', async (_, overrides, field) => {
    for (const isPlainHttpAllowed of [true, false])
      expect(await refusedFieldsBy(() => refuseInvalidEndpoint({ ...BODY, ...overrides }, isPlainHttpAllowed))).toEqual([
        ...[422, 'validation_error', [field]],
      ]);
  });
});

describe('the address of a receiver', () => {
  it.each([
    ['a private network', 'https://10.0.0.1/hook'],
    ['the metadata service', 'https://169.254.169.254/latest'],
  ])('%s is not public', async (_, url) => {
    expect(await resolvesToPublic(url)).toBe('refused');
  });

  it('every spelling of an address that is not public is rejected', async () => {
    expect(FORBIDDEN_HOSTS.size).toBeGreaterThanOrEqual(200);
    const accepted: string[] = [];
    for (const host of FORBIDDEN_HOSTS.keys())
      if ((await resolvesToPublic(`https://${host}/hook`)) !== 'refused') accepted.push(host);
    expect(accepted).toEqual([]);
  });
});
