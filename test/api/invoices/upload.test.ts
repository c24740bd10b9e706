import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { uploadCalls, digits } from './upload-calls.ts';

const { act, draft, inForce, detailOf, become, upload, callsOfUpload, received, client } = uploadCalls();

describe('POST /invoices/{uuid}/upload (EIN-18)', () => {
  it('issues a draft and submits it: number, files, sent_to_provider', async () => {
    const { status, body } = await upload((await draft()).id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'sent_to_provider', number: 'FCT-001', xmlGenerated: true, taxauthStatus: 'uploaded' });
    expect(body.events.map(one => one.type)).toEqual(expect.arrayContaining(['taxauth_submitted', 'status_change', 'created']));
  });

  it.each(['issued', 'rejected', 'error'] as const)('submits one that is %s', async status => {
    const { id } = await draft();
    await act(id, 'issue');
    await become(id, { status });
    expect((await upload(id)).body).toMatchObject({ status: 'sent_to_provider' });
  });

  it.each([
    ['sent_to_provider', 'already_submitted'],
    ['validated', 'already_submitted'],
    ['cancelled', 'cancelled'],
  ] as const)('rejects one that is %s: 409 %s', async (status, reason) => {
    const { id } = await inForce();
    await become(id, { status });
    expect(refusal(await upload(id))).toMatchObject([409, 'conflict', { status, reason }]);
  });

  it('rejects a received document: 409, and an unknown one: 404', async () => {
    const { id } = await inForce();
    await become(id, { status: 'synced', direction: 'incoming' });
    expect((await upload(id)).status).toBe(409);
    expect((await upload(randomUUID())).status).toBe(404);
  });

  it('an incomplete draft stays a draft: 422', async () => {
    const { id } = await draft({ clientId: null });
    expect(refusal(await upload(id))).toMatchObject([
      422,
      'validation_error',
      { clientId: expect.arrayContaining([expect.any(String)]) },
    ]);
    expect((await detailOf(id)).status).toBe('draft');
  });
});

describe('receivers without a tax id are sent to uploadb2c automatically', () => {
  it.each<[string, object, string]>([
    ['a company', { type: 'company', cui: digits }, 'upload'],
    ['a natural person', { type: 'individual' }, 'uploadb2c'],
    ['a natural person with a personal number', { type: 'individual', cnp: '1800101221144' }, 'uploadb2c'],
    ['a natural person whose personal number is kept as tax id', { type: 'individual', cui: '1800101221151' }, 'uploadb2c'],
    ['a record of a company with a personal number', { type: 'company', cui: '1800101221169' }, 'uploadb2c'],
    ['a person in business, with a tax id', { type: 'individual', cui: `${digits}1` }, 'upload'],
  ])('%s', async (_, overrides, endpoint) => {
    const { id: clientId } = await client(overrides);
    const { body } = await upload((await draft({ clientId })).id);
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'sent_to_provider' });
    expect(callsOfUpload()).toEqual([endpoint]);
    expect(await received(body.number)).toMatchObject([{ standard: 'UBL' }]);
  });
});
