import { describe, expect, it, afterEach } from 'vitest';
import { found } from '#shared/base/kernel/errors.ts';
import { readTemplates, TEMPLATE_PREFIX } from '#shared/output/mail/templates/store.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { put, remove as removal, transact } from '#shared/platform/store/transact.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { emailTemplatesCalls, TEMPLATE, defaultsAmong } from './calls.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { newId } from '#shared/base/kernel/ids.ts';

const service = useService();
const { newScope, list, add, change, remove } = emailTemplatesCalls(service);
/** A company without its templates of the categories for which `lost` returns true. */
async function scopeWithout(lost: (category: string) => boolean): Promise<Scope> {
  const scope = await newScope();
  const company = scope.company;
  const templates = (await readTemplates(company)).filter(one => lost(one.category));
  await transact(templates.map(({ id }) => removal(companyKey(company, `${TEMPLATE_PREFIX}${id}`))));
  return scope;
}

const FEATURES = { ...PLANS.business };
afterEach(() => {
  Object.assign(PLANS.business, FEATURES);
});

describe('GET /email-templates (REC-71)', () => {
  it('a new company has a default one of each category', async () => {
    const templates = await list(await newScope());
    expect(templates.map(one => [one.category, one.language, one.isDefault])).toEqual([
      ['invoice', 'ro', true],
      ['delivery_note', 'ro', true],
      ['proforma', 'ro', true],
    ]);
    expect(templates[0]).toEqual({
      ...{
        id: expect.any(String),
        uuid: templates[0]?.id,
        name: 'Factură',
        category: 'invoice',
        language: 'ro',
        isDefault: true,
      },
      ...{ subject: expect.stringContaining('[[invoice_number]]'), body: expect.stringContaining('[[total]]') },
      ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
    });
  });

  it('filters by category and language; 422 for unknown ones', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { ...TEMPLATE, language: 'en' });
    expect((await list(scope, '?category=proforma')).map(one => one.category)).toEqual(['proforma']);
    expect((await list(scope, '?category=invoice&language=en')).map(one => one.id)).toEqual([body.id]);
    expect((await call(service(), scope, 'GET', '/email-templates?language=fr')).status).toBe(422);
  });

  it('a category without templates gets its default one when listed, only once for 20 simultaneous requests', async () => {
    const scope = await scopeWithout(category => category !== 'proforma');
    const answers = await Promise.all(Array.from({ length: 20 }, () => list(scope, '?category=invoice')));
    const [first] = answers[0] ?? [];
    expect(first).toMatchObject({ category: 'invoice', isDefault: true });
    for (const answer of answers) expect(answer).toEqual([first]);
    expect((await list(scope)).map(one => one.category).toSorted()).toEqual(['delivery_note', 'invoice', 'proforma']);
  });

  it('one that was stored before templates had a language is Romanian', async () => {
    const scope = await newScope();
    const [template] = await list(scope);
    const { id } = found(template, 'The first template');
    const company = scope.company;
    const stored = (await readTemplates(company)).find(one => one.id === id);
    const { language: _, ...unmarked } = found(stored, 'The stored template');
    await transact([put({ ...companyKey(company, `${TEMPLATE_PREFIX}${id}`), kind: 'email-template', data: unmarked })]);
    expect((await list(scope, '?language=ro')).map(one => one.id)).toContain(id);
  });
});

describe('POST /email-templates (REC-69 to REC-72)', () => {
  it('201: a Romanian template for invoices, not the default, unless the body says otherwise', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { ...TEMPLATE, name: '  Scurt  ' });
    expect([status, body]).toMatchObject([201, { ...TEMPLATE, category: 'invoice', language: 'ro', isDefault: false }]);
    const note = await add(scope, { ...TEMPLATE, category: 'delivery_note', isDefault: true });
    expect([note.status, note.body.isDefault]).toEqual([201, true]);
    const all = await list(scope);
    expect(all).toContainEqual(body);
    expect(defaultsAmong(all, 'delivery_note').map(one => one.id)).toEqual([note.body.id]);
    expect(defaultsAmong(all, 'invoice')).toHaveLength(1);
  });

  it('the first of a language becomes its default, and does not change the Romanian one', async () => {
    const scope = await newScope();
    const [romanian] = defaultsAmong(await list(scope), 'invoice');
    const first = await add(scope, { ...TEMPLATE, language: 'en' });
    const second = await add(scope, { ...TEMPLATE, language: 'en' });
    expect([first.body.isDefault, second.body.isDefault]).toEqual([true, false]);
    expect(defaultsAmong(await list(scope), 'invoice')).toEqual([romanian]);
  });

  it('422 that names the field', async () => {
    const { status, body } = await add(await newScope(), { ...TEMPLATE, name: ' ' });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'validation_error', details: { name: [expect.any(String)] } });
  });

  it('accepts texts of the maximum length', async () => {
    const longest = { name: 'x'.repeat(255), subject: 'ș'.repeat(500), body: '😀'.repeat(25_000) };
    const { status, body } = await add(await newScope(), longest);
    expect([status, body]).toMatchObject([201, longest]);
  });

  it('422 for more than a company may have', async () => {
    const scope = await newScope();
    const company = scope.company;
    const [first] = await readTemplates(company);
    // With the three that every new company has.
    const copies = Array.from({ length: 46 }, () => ({ ...found(first, 'The first template'), id: newId(), isDefault: false }));
    await transact(
      copies.map(data => put({ ...companyKey(company, `${TEMPLATE_PREFIX}${data.id}`), kind: 'email-template', data })),
    );
    expect((await add(scope, TEMPLATE)).status).toBe(201);
    expect((await add(scope, TEMPLATE)).status).toBe(422);
    expect(await list(scope)).toHaveLength(50);
  });

  it('402 where the plan has no templates, after the fields were validated', async () => {
    const scope = await newScope();
    PLANS.business.emailTemplates = false;
    expect((await add(scope, {})).status).toBe(422);
    const { status, body } = await add(scope, TEMPLATE);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      code: 'plan_limit',
      details: { feature: 'emailTemplates', limit: null, plan: 'business' },
    });
  });
});

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
});

describe('DELETE /email-templates/{uuid} (REC-73)', () => {
  it('204, then 404; 409 for the default, and for the last of its category', async () => {
    const scope = await newScope();
    const [first] = defaultsAmong(await list(scope), 'invoice');
    const last = await remove(scope, first?.id ?? '');
    expect([last.status, last.body.error.details]).toEqual([409, { reason: 'last_template' }]);
    const { body } = await add(scope, TEMPLATE);
    const refused = await remove(scope, first?.id ?? '');
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'default_template' }]);
    expect((await remove(scope, body.id)).status).toBe(204);
    expect((await remove(scope, body.id)).status).toBe(404);
    expect((await list(scope)).map(one => one.id)).not.toContain(body.id);
  });

  it('the default of another language can be deleted when it is the only one in it', async () => {
    const scope = await newScope();
    const [first] = defaultsAmong(await list(scope), 'invoice');
    const english = await Promise.all([1, 2].map(() => add(scope, { ...TEMPLATE, language: 'en' })));
    const [chosen, other] = english.map(one => one.body).sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
    expect((await remove(scope, first?.id ?? '')).body.error.details).toEqual({ reason: 'default_template' });
    expect((await remove(scope, chosen?.id ?? '')).body.error.details).toEqual({ reason: 'default_template' });
    expect((await remove(scope, other?.id ?? '')).status).toBe(204);
    expect((await remove(scope, chosen?.id ?? '')).status).toBe(204);
  });

  it('deleted and made the default at the same time: the category keeps exactly one default', async () => {
    const scope = await newScope();
    for (let time = 0; time < 5; time++) {
      const { body } = await add(scope, TEMPLATE);
      const [changed, removed] = await Promise.all([change(scope, body.id, { isDefault: true }), remove(scope, body.id)]);
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([changed.status, removed.status]);
      expect(defaultsAmong(await list(scope), 'invoice')).toHaveLength(1);
    }
  });
});
