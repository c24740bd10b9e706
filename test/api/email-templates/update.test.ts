import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { defaultsAmong, emailTemplatesCalls, TEMPLATE } from './calls.ts';

const service = useService();
const { newScope, list, add, change } = emailTemplatesCalls(service);

describe('PATCH /email-templates/{uuid} (REC-70)', () => {
  it('200: changes the given fields, and neither category nor language', async () => {
    const scope = await newScope();
    const { body: before } = await add(scope, TEMPLATE);
    const changed = await change(scope, before.id, { subject: 'Altul', category: 'proforma', language: 'en' });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...before, subject: 'Altul', updatedAt: expect.any(String) as string },
    ]);
  });

  it('making one the default clears only the other of its category and language', async () => {
    const scope = await newScope();
    const english = (await add(scope, { ...TEMPLATE, language: 'en' })).body;
    const { body } = await add(scope, TEMPLATE);
    expect((await change(scope, body.id, { isDefault: true })).body.isDefault).toBe(true);
    const all = await list(scope);
    expect(defaultsAmong(all, 'invoice').map(one => one.id)).toEqual([body.id]);
    expect(defaultsAmong(all, 'invoice', 'en').map(one => one.id)).toEqual([english.id]);
    expect(defaultsAmong(all, 'proforma')).toHaveLength(1);
  });

  it.each([
    ['isDefault', { isDefault: false }],
    ['name', { name: '' }],
  ])('422 that names %s: %j on the default', async (field, wrong) => {
    const scope = await newScope();
    const [template] = await list(scope);
    const { status, body } = await change(scope, template?.id ?? '', wrong);
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('404 for an unknown one and for one of another company', async () => {
    const scope = await newScope();
    const [theirs] = await list(await newScope());
    for (const id of [randomUUID(), 'none', theirs?.id ?? ''])
      expect((await change(scope, id, { name: 'X' })).status, id).toBe(404);
  });
});
