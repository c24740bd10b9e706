import { describe, expect, it } from 'vitest';
import { answerText, answerXml } from '#shared/documents/invoices/received/answers/message.ts';
import { type AnswerStep, stepped } from '#shared/documents/invoices/received/answers/record.ts';
import type { BuyerAnswer } from '#shared/model/invoice.ts';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { zipSync } from 'fflate';

const AT = '2026-11-22T10:00:00.000Z';
const answer = (given: Partial<BuyerAnswer> = {}): BuyerAnswer => ({
  ...{ id: 'a', response: 'accept', reason: null, status: 'pending', answeredAt: AT },
  ...{ attemptedAt: null, sentAt: null, uploadIndex: null, error: null },
  ...given,
});
const sent = answer({ status: 'sent', attemptedAt: AT, sentAt: AT, uploadIndex: '7' });

describe('the steps of an answer', () => {
  it.each<[string, BuyerAnswer, AnswerStep, Partial<BuyerAnswer> | undefined]>([
    ['is attempted once', answer(), { to: 'attempted' }, { status: 'pending', attemptedAt: AT }],
    ['is not attempted for the first time twice', answer({ attemptedAt: AT }), { to: 'attempted' }, undefined],
    ['is sent', answer(), { to: 'sent', uploadIndex: '7' }, { status: 'sent', uploadIndex: '7', sentAt: AT }],
    ['is sent once', sent, { to: 'sent', uploadIndex: '8' }, undefined],
    ['is delivered', sent, { to: 'delivered' }, { status: 'delivered', uploadIndex: '7' }],
    ['fails before it is sent', answer(), { to: 'failed', error: 'x' }, { status: 'failed', error: 'x' }],
    ['fails by the result', sent, { to: 'failed', error: 'x' }, { status: 'failed', error: 'x', uploadIndex: '7' }],
    ['stays delivered', { ...sent, status: 'delivered' }, { to: 'failed', error: 'x' }, undefined],
    ['stays failed', { ...sent, status: 'failed' }, { to: 'delivered' }, undefined],
  ])('%s', (_, before, step, after) => {
    const result = stepped(before, step, AT);
    if (after === undefined) expect(result).toBeUndefined();
    else expect(result).toEqual({ ...before, ...after });
  });
});

describe('the message of a buyer', () => {
  it.each([
    ['accept', null, 'Factura a fost acceptată.'],
    ['accept', 'Mulțumim', 'Factura a fost acceptată. Mulțumim'],
    ['refuse', 'Preț "greșit" <2> & \'altul\'', 'Factura a fost refuzată. Preț "greșit" <2> & \'altul\''],
    ['refuse', 'Două\nrânduri\tși taburi', 'Factura a fost refuzată. Două\nrânduri\tși taburi'],
  ] as const)('is for %s %j, and is read as it was written', (response, reason, text) => {
    expect(answerText({ response, reason })).toBe(text);
    const archive = zipSync({ '9.xml': Buffer.from(answerXml('4711', { response, reason })) });
    const { buyerMessage, errors, documentRoot } = readAnswerArchive(archive);
    expect(buyerMessage?.invoiceUploadIndex).toBe('4711');
    // A tab of an attribute is a blank (XML 1.0 §3.3.3).
    expect(buyerMessage?.text).toBe(text.replace('\t', ' '));
    expect([errors, documentRoot]).toEqual([[], 'header']);
  });
});
