import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { deliveryNoteBody, detailOfNote, newNote, postNote, useDelivering } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';

const { service, scope } = useDelivering();

const line = (overrides: object = {}) => ({ description: 'x', quantity: 1, unitPrice: 10, vatRateId: scope.vat21, ...overrides });
const refused = async (overrides: object): Promise<unknown[]> => {
  const { status, body } = await postNote(service(), scope, overrides);
  return [status, body.error?.code, Object.keys(body.error?.details ?? {})];
};

describe('POST /delivery-notes (DLN-5 to DLN-12)', () => {
  it('returns 201 with a draft, its amounts as strings with two decimals, in the default series', async () => {
    const texts = {
      ...{ deliveryLocation: 'Cluj', projectReference: 'P-1', issuerName: 'Ana', salesAgent: 'Ion', notes: 'Notă' },
      ...{
        mentions: 'Mențiuni',
        internalNote: 'Intern',
        deputyName: 'Ion Pop',
        deputyIdentityCard: 'CJ 123456',
        deputyAuto: 'CJ-01-ABC',
      },
      ...{ invoiceFollows: false, transferCause: 'Transfer între gestiuni', destination: 'Depozit 2' },
    };
    const { status, body } = await postNote(service(), scope, {
      ...texts,
      lines: [line({ quantity: '1.2345', unitPrice: '20.5' })],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ number: expect.stringMatching(/^DRAFT-[0-9a-f]{8}$/), status: 'draft', clientId: scope.clientId, ...texts },
      series: { uuid: body.documentSeriesId, name: expect.any(String), nextNumber: 1 },
      client: { uuid: scope.clientId, name: expect.any(String) },
      ...{ issueDate: today(), dueDate: addDays(today(), 15), currency: 'RON', exchangeRate: 1 },
      ...{ subtotal: '25.31', vatAmount: '5.32', total: '30.63' },
      ...{ issuedAt: null, cancelledAt: null, convertedAt: null, convertedInvoiceId: null, convertedInvoiceNumber: null },
      lines: [{ lineNumber: 1, quantity: '1.23', unitPrice: '20.50', vatRateId: scope.vat21, vatRate: { percentage: '21.00' } }],
    });
    expect(await detailOfNote(service(), scope, body.uuid)).toEqual(body);
  });

  it('422 that names the missing fields of a body', async () => {
    const fields = { clientId: undefined, dueDate: undefined, currency: undefined, lines: undefined };
    expect(await refused(fields)).toEqual([422, 'validation_error', Object.keys(fields)]);
  });

  it('404 for a user that the organization does not have', async () => {
    expect((await refused({ issuerId: randomUUID() })).slice(0, 2)).toEqual([404, 'not_found']);
  });

  it('PUT replaces everything but the series; 422 for lines of another note', async () => {
    const before = await newNote(service(), scope, { notes: 'Notă', deputyName: 'Ion' });
    const put = (overrides: object) =>
      call(service(), scope, 'PUT', `/delivery-notes/${before.uuid}`, deliveryNoteBody(scope, overrides));
    const { status, body } = await put({ mentions: 'Noi', lines: [line({ uuid: before.lines[0]!.uuid, quantity: 3 })] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ uuid: before.uuid, documentSeriesId: before.documentSeriesId, notes: null, deputyName: null, mentions: 'Noi' },
      lines: [{ uuid: before.lines[0]!.uuid, quantity: '3.00' }],
    });
    expect((await put({ lines: [line({ uuid: randomUUID() })] })).status).toBe(422);
  });
});
