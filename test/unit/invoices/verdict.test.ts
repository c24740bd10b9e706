import { describe, expect, it } from 'vitest';
import { decided, type Verdict } from '#shared/documents/invoices/submission/verdict.ts';
import { sampleCreditNote, sampleDocument } from '../../support/documents.ts';

const AT = '2026-03-03T08:00:00.000Z';
const sent = sampleDocument({
  ...{ status: 'sent_to_provider', taxauthStatus: 'uploaded', taxauthSubmissionId: 's', taxauthUploadIndex: '7' },
  taxauthValidationErrors: ['of the try before'],
});
const note = sampleCreditNote({ status: 'uploaded', taxauthStatus: 'uploaded', taxauthSubmissionId: 's' });
const VALIDATED: Verdict = { verdict: 'validated', downloadId: '77' };
const REJECTED: Verdict = { verdict: 'rejected', downloadId: '78', errors: ['BR-RO-010'] };
const UNANSWERED: Verdict = { verdict: 'unanswered' };

describe("the effect of the authority's response on a document (EIN-27 to EIN-29)", () => {
  it.each([
    ['an invoice', sent],
    ['a credit note', note],
  ])('accepted: %s is validated, earlier errors are removed', (_, before) => {
    const { after, type, webhooks } = decided(before, VALIDATED, AT);
    expect([type, after]).toMatchObject([
      'taxauth_validated',
      {
        ...{ status: 'validated', taxauthStatus: 'validated', taxauthDownloadId: '77', taxauthValidationErrors: null },
        ...{ validatedAt: AT, updatedAt: AT, number: before.number, total: before.total },
      },
    ]);
    expect(webhooks).toEqual([
      {
        type: 'invoice.validated',
        data: {
          ...{ invoiceUuid: before.id, invoiceNumber: before.number, status: 'validated' },
          ...{ taxauthSubmissionId: 's', validatedAt: '2026-03-03T08:00:00Z' },
        },
      },
    ]);
  });

  it.each([
    ['an invoice is rejected', sent, 'rejected'],
    ['a credit note, which has no such status, is in error', note, 'error'],
  ])('rejected: %s, with the errors', (_, before, status) => {
    const { after, type, webhooks } = decided(before, REJECTED, AT);
    expect([type, after]).toMatchObject([
      'taxauth_rejected',
      {
        ...{ status, taxauthStatus: 'rejected', taxauthDownloadId: '78', taxauthValidationErrors: ['BR-RO-010'] },
        validatedAt: null,
      },
    ]);
    expect(webhooks).toMatchObject([{ type: 'invoice.rejected', data: { status, rejectionErrors: ['BR-RO-010'] } }]);
  });

  it('rejected without a message: one says so', () => {
    const { after } = decided(sent, { ...REJECTED, errors: [] }, AT);
    expect(after.taxauthValidationErrors).toEqual(['The tax authority rejected the invoice without a message.']);
  });

  it.each([
    ['an invoice', sent],
    ['a credit note', note],
  ])('no response to the last poll: %s is in error, with one technical message', (_, before) => {
    const { after, type, webhooks } = decided(before, UNANSWERED, AT);
    expect([type, after]).toMatchObject([
      'status_change',
      { status: 'error', taxauthStatus: 'error', taxauthValidationErrors: [expect.any(String)], taxauthDownloadId: null },
    ]);
    expect(webhooks).toMatchObject([{ type: 'invoice.rejected', data: { rejectionErrors: [expect.any(String)] } }]);
  });
});
