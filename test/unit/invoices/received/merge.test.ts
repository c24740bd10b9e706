import { describe, expect, it } from 'vitest';
import { merged } from '#shared/documents/invoices/received/merge.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument } from '../../../support/documents.ts';

const AT = '2026-11-22T10:00:00.000Z';

const ours = (given: Partial<InvoiceDocument>): InvoiceDocument => ({
  ...sampleDocument(),
  ...{ status: 'issued', xmlPath: 'ours.xml', taxauthUploadIndex: null, taxauthSubmissionId: null, submission: null },
  ...given,
});

/** The authority's entry for a document like ours. */
const accepted = (content: object = {}) => {
  const { total, currency, issueDate } = sampleDocument();
  return {
    ...{ uploadIndex: '500', messageId: '300', acceptedAt: AT, submissionId: 'message', xmlPath: 'theirs.xml' },
    content: { total, currency, issueDate, ...content },
  };
};

const SENT = { taxauthUploadIndex: '500', taxauthSubmissionId: 'own', submittedAt: '2026-11-21T10:00:00.000Z' };

describe('a document that the authority lists among those sent', () => {
  it.each<[string, Partial<InvoiceDocument>]>([
    ['issued', { status: 'issued' }],
    ['rejected', { status: 'rejected', taxauthUploadIndex: '400', taxauthSubmissionId: 'earlier' }],
    ['in error', { status: 'error' }],
  ])('is validated where ours is %s, with the file that was sent', (_, given) => {
    expect(merged(ours(given), accepted(), true)).toMatchObject({
      after: {
        ...{ status: 'validated', taxauthStatus: 'validated', validatedAt: AT, submittedAt: AT, taxauthValidationErrors: null },
        ...{ taxauthUploadIndex: '500', taxauthDownloadId: '300', taxauthSubmissionId: 'message', xmlPath: 'theirs.xml' },
      },
    });
  });

  it.each(['sent_to_provider', 'uploaded', 'error', 'rejected'] as const)(
    'is validated where ours is %s of the same upload, whose files stay',
    status => {
      expect(merged(ours({ status, ...SENT }), accepted({ total: '1.00' }), true)).toMatchObject({
        after: { status: 'validated', ...SENT, taxauthDownloadId: '300', xmlPath: 'ours.xml' },
      });
    },
  );

  it.each<[string, Partial<InvoiceDocument>]>([
    ['validated', { status: 'validated', ...SENT }],
    ['validated by another upload', { status: 'validated', ...SENT, taxauthUploadIndex: '400' }],
    ['being submitted', { status: 'issued', submission: { id: 's', startedAt: AT, userId: null } }],
    ['waiting for another upload', { status: 'sent_to_provider', ...SENT, taxauthUploadIndex: '400' }],
    ['stored by an earlier run', { status: 'synced' }],
    ['a draft again', { status: 'draft' }],
  ])('changes nothing where ours is %s', (_, given) => {
    expect(merged(ours(given), accepted(), false)).toEqual({ problem: null });
  });

  it.each<[string, Partial<InvoiceDocument>]>([
    ['rejected', { status: 'rejected', ...SENT, taxauthUploadIndex: '400' }],
    ['in error, and corrected since that upload', { status: 'error', ...SENT }],
    ['issued again after it was sent', { status: 'issued', ...SENT }],
  ])('gets a warning where ours is %s and has another content, though date, currency and total are the same', (_, given) => {
    expect(merged(ours(given), accepted(), false)).toEqual({ problem: expect.stringContaining('another content') });
  });

  it('is validated where ours was never sent, with the file that another program sent', () => {
    expect(merged(ours({}), accepted(), false)).toMatchObject({ after: { status: 'validated', xmlPath: 'theirs.xml' } });
  });

  it.each([{ total: '1.00' }, { currency: 'EUR' }, { issueDate: '2020-01-01' }])(
    'gets a warning where it states another %j',
    content => {
      expect(merged(ours({}), accepted(content), false)).toEqual({
        problem: expect.stringContaining('another date, currency or total'),
      });
    },
  );

  it('gets a warning where ours is cancelled', () => {
    expect(merged(ours({ status: 'cancelled', ...SENT }), accepted(), true)).toEqual({
      problem: expect.stringContaining('cancelled'),
    });
  });
});
