import { describe, expect, test } from 'vitest';
import { Answer, answer, file, gatewayAnswer, redirect } from '#shared/platform/lambda/endpoint/answer.ts';
import { answerFrom, keptText } from '#shared/platform/lambda/endpoint/idempotency/kept-answer.ts';

describe('a stored response is returned as the first time, with Idempotent-Replayed', () => {
  test.each<[string, Answer]>([
    ['JSON', answer(201, { id: 1, name: 'ș', none: null, list: [1.5] })],
    ['JSON with a header', answer(202, { a: 1 }, { location: '/x' })],
    ['a page', answer(200, '<p>ș</p>', { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': 'sandbox' })],
    ['text that is empty', answer(200, '', { 'content-type': 'text/plain' })],
    ['bytes', file(new Uint8Array([0, 255, 128, 10]), 'application/zip', { 'content-disposition': 'attachment' })],
    ['no body', answer(204, undefined)],
    ['a redirect', redirect('https://a.example/?b=c')],
    ['a refusal', new Answer(422, { error: { code: 'validation_error', message: 'x' } })],
  ])('%s', (_, first) => {
    const { headers, ...again } = gatewayAnswer(answerFrom(first.status, keptText(first)));
    const { headers: given, ...sent } = gatewayAnswer(first);
    expect(again).toEqual(sent);
    expect(headers).toEqual({ ...given, 'idempotent-replayed': 'true' });
  });
});
