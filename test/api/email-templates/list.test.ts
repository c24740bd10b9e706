import { describe, expect, it } from 'vitest';
import { found } from '#shared/base/kernel/errors.ts';
import { readTemplates, TEMPLATE_PREFIX } from '#shared/output/mail/templates/store.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { put, remove as removal, transact } from '#shared/platform/store/transact.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { emailTemplatesCalls, TEMPLATE } from './calls.ts';

const service = useService();
const { newScope, list, add } = emailTemplatesCalls(service);

/** A company without its templates of the categories for which `lost` returns true. */
async function scopeWithout(lost: (category: string) => boolean): Promise<Scope> {
  const scope = await newScope();
  const company = scope.company;
  const templates = (await readTemplates(company)).filter(one => lost(one.category));
  await transact(templates.map(({ id }) => removal(companyKey(company, `${TEMPLATE_PREFIX}${id}`))));
  return scope;
}

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
