import { UNUSED_IN_DOCUMENT } from '#shared/authority/einvoice/rules/ubl-syntax/unused-document.ts';
import { UNUSED_IN_LINES } from '#shared/authority/einvoice/rules/ubl-syntax/unused-line.ts';
import { UNUSED_IN_PARTIES } from '#shared/authority/einvoice/rules/ubl-syntax/unused-party.ts';
import type { Specimen } from './corpus.ts';
import { Random } from './random.ts';
import { SNIPPETS } from './snippets.ts';
import { treeOf, withParents, xmlOf, type Tree } from './tree.ts';

/** Documents with errors: one to four changes each, chosen by the seed. */
export function* mutants(bases: readonly Specimen[], count: number, seed: number): Generator<Specimen> {
  const trees = bases.flatMap(({ name, xml }) => {
    const tree = treeOf(xml);
    return tree ? [{ name, tree }] : [];
  });
  for (let number = 0; number < count; number += 1) {
    const random = new Random(seed + number * 7919);
    const base = random.pick(trees);
    const tree = structuredClone(base.tree);
    const changes = Array.from({ length: 1 + random.below(4) }, () => random.pick(CHANGES)(tree, random));
    yield { name: `mutant ${seed}/${number} of ${base.name} [${changes.join('; ')}]`, xml: xmlOf(tree) };
  }
}

type Change = (tree: Tree, random: Random) => string;

const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine'];
const anyElement = (tree: Tree, random: Random): [Tree, Tree] => random.pick(withParents(tree).slice(1)) as [Tree, Tree];
const leaf = (tree: Tree, random: Random, fits: (name: string) => boolean): Tree | undefined => {
  const leaves = withParents(tree).flatMap(([each]) => (each.children.length === 0 && fits(each.name) ? [each] : []));
  return leaves.length > 0 ? random.pick(leaves) : undefined;
};

const drop: Change = (tree, random) => {
  const [element, parent] = anyElement(tree, random);
  parent.children.splice(parent.children.indexOf(element), 1);
  return `drop ${element.name}`;
};

const repeat: Change = (tree, random) => {
  const [element, parent] = anyElement(tree, random);
  parent.children.splice(parent.children.indexOf(element), 0, structuredClone(element));
  return `repeat ${element.name}`;
};

/** Only elements that may occur more than once, so that the rules rather than the processor find them. */
const repeatGroup: Change = (tree, random) => {
  const groups = withParents(tree)
    .slice(1)
    .filter(([{ name }]) =>
      [...LINES, 'cac:AllowanceCharge', 'cac:TaxSubtotal', 'cac:PartyTaxScheme', 'cac:PaymentMeans'].includes(name),
    );
  if (groups.length === 0) return 'nothing';
  const [element, parent] = random.pick(groups) as [Tree, Tree];
  parent.children.splice(parent.children.indexOf(element), 0, structuredClone(element));
  return `repeat ${element.name}`;
};

const number: Change = (tree, random) => {
  const element = leaf(tree, random, name => /(Amount|Percent|Quantity|Numeric)$/.test(name));
  if (!element) return 'nothing';
  const value = Number(element.text) || 0;
  const before = element.text;
  element.text = random.pick([
    () => (value + 0.01).toFixed(2),
    () => (value - 0.01).toFixed(2),
    () => (value + 1).toFixed(2),
    () => (value - 1).toFixed(2),
    () => (value + 0.99).toFixed(2),
    () => (value - 0.995).toFixed(3),
    () => (-value).toString(),
    () => `${value.toFixed(2)}5`,
    () => ` ${before} `,
    // Not before a minus: the processor takes `+-1` for a number, which XML Schema does not.
    () => (before.startsWith('-') ? `-0${before.slice(1)}` : `+${before}`),
    () => random.pick(['0', '', 'abc', '1e2', '.5', '5.', '-0.00', '1,5', '99999999999999.99', 'NaN', 'INF']),
    () => (value * 10).toFixed(2),
  ])();
  return `${element.name} "${before}" → "${element.text}"`;
};

const CODES =
  'S Z E AE K G O L M B X RON EUR BGN XXX 380 381 384 383 389 751 30 58 42 RO AT IT GR EL C62 H87 BUC VAT vat 3 35 RO-B RO-CJ'.split(
    ' ',
  );
const code: Change = (tree, random) => {
  const element = leaf(tree, random, name => /(Code|ID|Indicator|Subentity)$/.test(name));
  if (!element) return 'nothing';
  const before = element.text;
  const value = random.pick([
    ...CODES,
    'true',
    'false',
    '1',
    '',
    ' ',
    `${before} `,
    ` ${before}`,
    before.toLowerCase(),
    `${before} x`,
    'S 21',
  ]);
  element.text = value;
  return `${element.name} "${before}" → "${value}"`;
};

/** The VAT category or rate of a line or breakdown entry. */
const vat: Change = (tree, random) => {
  const categories = withParents(tree).filter(([{ name }]) => /:(Classified)?TaxCategory$/.test(name));
  if (categories.length === 0) return 'nothing';
  const [category] = random.pick(categories);
  const part = category.children.find(({ name }) => name === random.pick(['cbc:ID', 'cbc:ID', 'cbc:Percent']));
  if (!part) return 'nothing';
  part.text = random.pick(
    part.name === 'cbc:ID'
      ? ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B', ' S', 'Q']
      : ['21', '0', '0.00', '11', '19.0', '-5', '0.3'],
  );
  return `${category.name}/${part.name} → "${part.text}"`;
};

/** All categories of the document at once, so that more than the breakdown is wrong or right. */
const allVat: Change = (tree, random) => {
  const to = random.pick(['Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'S']);
  const rate = random.pick(['0', '0', '7', null]);
  const alone = random.chance(0.5);
  for (const [category] of withParents(tree).filter(([{ name }]) => /:(Classified)?TaxCategory$/.test(name))) {
    if (alone && random.chance(0.2)) continue;
    for (const part of category.children) if (part.name === 'cbc:ID') part.text = to;
    if (rate === null) category.children = category.children.filter(({ name }) => name !== 'cbc:Percent');
    else for (const part of category.children) if (part.name === 'cbc:Percent') part.text = rate;
  }
  if (random.chance(0.5))
    for (const [each, parent] of withParents(tree))
      if (each.name === 'cbc:TaxAmount' && parent?.name === 'cac:TaxSubtotal') each.text = '0.00';
  return `all VAT ${to} ${rate}`;
};

const text: Change = (tree, random) => {
  const element = leaf(tree, random, () => true)!;
  const before = element.text;
  const length = random.pick([20, 21, 50, 51, 100, 101, 140, 141, 150, 151, 200, 201, 300, 301, 1000, 1001]);
  element.text = random.pick([
    '',
    ' ',
    '\n',
    'x'.repeat(length),
    '🦉'.repeat(length),
    `a  b ${'c '.repeat(length)}`,
    `${before}<!-- -->x`,
    '#ABC#y',
    '#QQQ#y',
    '\u00a0',
    before.toUpperCase(),
  ]);
  return `${element.name} "${before.slice(0, 20)}" → "${element.text.slice(0, 20)}" (${element.text.length})`;
};

const date: Change = (tree, random) => {
  const element = leaf(tree, random, name => name.endsWith('Date'));
  if (!element) return 'nothing';
  const before = element.text;
  element.text = random.pick([
    '2026-02-30',
    '2024-02-29',
    '2023-02-29',
    '2026-03-01Z',
    '2026-13-01',
    '26-01-01',
    '',
    '2020-01-01',
    '2030-12-31',
    `${before} `,
    '2026-03-<!-- -->01',
    '0001-01-01',
    '12026-01-01',
    '2026/03/01',
    '2026-3-011',
  ]);
  return `${element.name} "${before}" → "${element.text}"`;
};

const ATTRIBUTES =
  'schemeID listID name unitCode currencyID languageID schemeName schemeAgencyID listAgencyID listName listURI format uri mimeCode filename unitCodeListID scheme characterSetCode encodingCode listAgencyName schemeURI schemeDataURI schemeAgencyName'.split(
    ' ',
  );
const attribute: Change = (tree, random) => {
  const carriers = withParents(tree).flatMap(([each]) => (each.attributes.length > 0 ? [each] : []));
  if (carriers.length > 0 && random.chance(0.6)) {
    const element = random.pick(carriers);
    const [name, before] = random.pick(element.attributes);
    element.attributes = element.attributes.filter(([other]) => other !== name);
    const value = random.pick(['RON', 'EUR', 'XYZ', '', '0088', 'H87', `${before} `, null, null]);
    if (value !== null) element.attributes.push([name, value]);
    return `${element.name}/@${name} "${before}" → "${value}"`;
  }
  const element = leaf(tree, random, () => true)!;
  const name = random.pick(ATTRIBUTES);
  element.attributes = [
    ...element.attributes.filter(([other]) => other !== name),
    [name, random.pick(['0088', 'X', 'RON', 'C62', 'application/pdf'])],
  ];
  return `${element.name}/@${name}`;
};

const add: Change = (tree, random) => {
  const [where, snippet] = random.pick(SNIPPETS);
  const parents = withParents(tree).flatMap(([each, parent]) =>
    (where === 'ROOT' ? parent === null : where === 'LINE' ? LINES.includes(each.name) : each.name === where) ? [each] : [],
  );
  if (parents.length === 0) return 'nothing';
  const parent = random.pick(parents);
  const pieces = piecesOf(snippet(random));
  parent.children.splice(random.below(parent.children.length + 1), 0, ...pieces);
  return `add ${pieces[0]!.name} to ${where}`;
};

const declarations =
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';
const piecesOf = (xml: string): Tree[] => treeOf(`<x${declarations}>${xml}</x>`)!.children;

const UNUSED = [...UNUSED_IN_DOCUMENT, ...UNUSED_IN_PARTIES, ...UNUSED_IN_LINES].flatMap(
  ({ path, basic, aggregate, extension }) =>
    (
      [
        ['cbc', basic],
        ['cac', aggregate],
        ['ext', extension],
      ] as const
    ).flatMap(([prefix, list]) =>
      [...(list ?? '').matchAll(/\d+ (\w+)/g)].map(([, name]) => ({
        path: path === '' ? [] : path.split('/'),
        name: `${prefix}:${name}`,
      })),
    ),
);

/** An element that the standard does not use, with the path to it where the document has none. */
const unused: Change = (tree, random) => putUnused(tree, random.pick(UNUSED));

function putUnused(tree: Tree, { path, name }: (typeof UNUSED)[number]): string {
  let parent = tree;
  for (const step of path) {
    const names = step === 'Line' ? LINES : [`cac:${step}`];
    let child = parent.children.find(each => names.includes(each.name));
    if (!child) parent.children.push((child = { name: names[0]!, attributes: [], children: [], text: '' }));
    parent = child;
  }
  parent.children.push({ name, attributes: [], children: [], text: 'x' });
  return `add ${path.join('/')}/${name}`;
}

const RARE_ATTRIBUTES =
  'unitCodeListIdentifier unitCodeListAgencyIdentifier unitCodeListAgencyName listSchemeURI languageLocaleID currencyCodeListVersionID'.split(
    ' ',
  );

/** Documents with all errors of one kind: all unused elements, all unused attributes, every text too long. */
export function saturated(bases: readonly Specimen[]): Specimen[] {
  return bases.flatMap(({ name, xml }) => {
    const kinds: Record<string, (tree: Tree) => void> = {
      'all unused elements': tree => UNUSED.forEach(each => putUnused(tree, each)),
      'all attributes': tree => {
        const leaves = withParents(tree).flatMap(([each]) => (each.children.length === 0 ? [each] : []));
        [...ATTRIBUTES, ...RARE_ATTRIBUTES].forEach((attributeName, index) => {
          const element = leaves[index % leaves.length]!;
          if (element.attributes.every(([other]) => other !== attributeName)) element.attributes.push([attributeName, 'x']);
        });
      },
      'every text too long': tree => {
        for (const [each] of withParents(tree))
          if (each.children.length === 0 && !/(Amount|Percent|Quantity|Numeric|Date|Indicator|Code)$/.test(each.name))
            each.text = `${each.text}1${'x'.repeat(1001)}`;
      },
    };
    return Object.entries(kinds).flatMap(([kind, change]) => {
      const tree = treeOf(xml);
      if (!tree) return [];
      change(tree);
      return [{ name: `${name}: ${kind}`, xml: xmlOf(tree) }];
    });
  });
}

const rename: Change = (tree, random) => {
  const pairs = [
    ['cac:InvoiceLine', 'cac:CreditNoteLine'],
    ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'],
    ['cbc:InvoicedQuantity', 'cbc:CreditedQuantity'],
    ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'],
    ['ubl:Invoice', 'cn:CreditNote'],
  ];
  const [one, other] = random.pick(pairs) as [string, string];
  const all = random.chance(0.7);
  for (const [each] of withParents(tree)) {
    if (!all && random.chance(0.5)) continue;
    if (each.name === one) each.name = other;
    else if (each.name === other) each.name = one;
  }
  return `${one} ↔ ${other}`;
};

const CHANGES: readonly Change[] = [
  drop, drop, repeatGroup, repeatGroup, repeat, number, number, number, code, code, vat, vat, allVat,
  text, date, attribute, attribute, add, add, add, unused, unused, rename,
]; // prettier-ignore
