import { EU, transportCountries } from '#shared/authority/etransport/codes/countries.ts';
import { CUSTOMS_OFFICES } from '#shared/authority/etransport/codes/customs-offices.ts';
import { OPERATIONS, PURPOSES } from '#shared/authority/etransport/codes/operations.ts';
import { BORDER_POINTS, COUNTIES } from '#shared/authority/etransport/codes/places.ts';
import type { TransportMessage } from '#shared/authority/etransport/message.ts';
import { uitCheckDigits } from '#shared/authority/etransport/uit.ts';
import { UNITS_OF_MEASURE } from '#shared/model/codes/units-of-measure.ts';
import type { RoutePoint, TransportDeclaration, TransportGoods } from '#shared/model/transport.ts';
import {
  address,
  borderPoint,
  confirmation,
  customsOffice,
  deletion,
  notification,
  validDeclaration,
  vehicleChange,
} from '../../support/etransport/declarations.ts';
import type { Random } from '../random.ts';

/** Random messages: valid ones of every kind and operation, and the same with one to three things changed, which may or may not be wrong. */

const codes = (list: readonly { code: number }[]): number[] => list.map(({ code }) => code);
const COUNTRIES = [...transportCountries()];
const OUTSIDE = COUNTRIES.filter(country => !EU.has(country));
const ABROAD = [...EU].filter(country => country !== 'RO');
const UNITS = [...UNITS_OF_MEASURE];
const LETTERS = '0123456789ACDEFHJKLMNPQRTUVWXY';

const TEXTS = [
  'Cartofi "noi" <mari> & mici',
  "Vin d'Ascoli\n0,75 l",
  'Țuică \u{1f377} de prune',
  'ab',
  '  roșii  ',
  'x'.repeat(200),
  '\u{1f345}'.repeat(100),
];
const words = (random: Random): string => random.pick(TEXTS);

function uit(random: Random): string {
  const body = Array.from({ length: 14 }, () => LETTERS.charAt(random.below(LETTERS.length))).join('');
  return body + uitCheckDigits(body);
}

const taxId = (random: Random): string =>
  random.pick(['14399840', '1', '18547290', '1960101123457', '9999999999']).padEnd(2, '4');
const plate = (random: Random): string => random.pick(['CJ12ABC', 'B999XYZ', 'AB', 'X'.repeat(20)]);

function money(random: Random): string {
  const whole = random.pick(['1', '12', '500', '999999999999', '73']);
  return whole + random.pick(['', '.5', '.25', '.10']);
}

function goods(random: Random, purposes: readonly number[], isTransit: boolean): TransportGoods {
  const net = String(1 + random.below(1000));
  return {
    purposeCode: random.pick(purposes),
    tariffCode: isTransit && random.chance(0.3) ? null : random.pick(['0701', '220421', '61091000']),
    description: words(random),
    quantity: money(random),
    unitCode: random.pick(UNITS),
    netWeight: isTransit && random.chance(0.3) ? null : net,
    grossWeight: random.pick([net, `${net}.5`, '999999999999.99']),
    valueWithoutVat: isTransit && random.chance(0.3) ? null : random.pick(['0', '0.00', money(random)]),
  };
}

const inland = (random: Random): RoutePoint => ({
  ...address(
    random.pick(codes(COUNTIES)),
    random.pick(['Cluj-Napoca', 'Ip', 'x'.repeat(100)]),
    random.pick(['Str. "1 & 2"', 'Al']),
  ),
  number: random.pick([null, '12A']),
  otherInfo: random.pick([null, 'rampa 3']),
  postalCode: random.pick([null, '400001']),
});
const border = (random: Random): RoutePoint => borderPoint(random.pick(codes(BORDER_POINTS)));
const office = (random: Random): RoutePoint => customsOffice(random.pick(codes(CUSTOMS_OFFICES)));

/** A declaration that violates no rule. */
export function randomDeclaration(random: Random): TransportDeclaration {
  const { code: type, direction, partner, purposes } = random.pick(OPERATIONS);
  const isTransit = type === 60 || type === 70;
  const country = partner === 'RO' ? 'RO' : random.pick(partner === 'EU' ? ABROAD : OUTSIDE);
  const carrier = random.chance(0.6) ? 'RO' : random.pick(COUNTRIES);
  return {
    ...validDeclaration(type),
    declarant: taxId(random),
    postIncident: random.chance(0.2),
    partner: {
      country,
      taxId: type === 30 ? random.pick([taxId(random), 'PF']) : random.pick([null, 'DE811569869']),
      name: words(random),
    },
    vehicle: plate(random),
    trailer1: random.pick([null, plate(random)]),
    trailer2: random.pick([null, plate(random)]),
    transporter: {
      country: carrier,
      taxId: type === 30 ? random.pick([taxId(random), 'PF']) : taxId(random),
      name: words(random),
    },
    start: direction === 'inbound' ? (type === 40 && random.chance(0.5) ? office(random) : border(random)) : inland(random),
    end: direction === 'outbound' ? (type === 50 && random.chance(0.5) ? office(random) : border(random)) : inland(random),
    goods: Array.from({ length: 1 + random.below(4) }, () => goods(random, purposes, isTransit)),
    documents: [
      { type: random.pick([10, 20, 30]), number: random.pick([null, 'A-1']), date: '2026-11-22', remark: null },
      ...(random.chance(0.3) ? [{ type: 9999, number: null, date: '2026-11-20', remark: 'comandă' }] : []),
    ],
  };
}

type Change = (declaration: TransportDeclaration, random: Random) => void;

const anyGoods = (declaration: TransportDeclaration, random: Random): TransportGoods => random.pick(declaration.goods);
const NUMBERS = [
  '0',
  '-1',
  '0.00',
  '1.234',
  '1234567890123',
  '1234567890123.5',
  '999999999999.99',
  '-123456789012.5',
  '0.01',
  '5',
];
const PLATES = [null, 'A', 'cj12abc', 'CJ 12 ABC', 'CJ-12', 'X'.repeat(21), '--', 'ă', 'AB'];
const TAX_IDS = [null, 'PF', 'XPFX', '0123456', '1', '123456789012', 'RO14399840', '1960101123457', '0000000000000', '14399840'];
const NAMES = [
  null,
  'a',
  'ab',
  ' a ',
  'x'.repeat(100),
  'x'.repeat(101),
  '\u{1f345}',
  '\u{1f345}'.repeat(100),
  '\u{1f345}'.repeat(101),
];
const numbers =
  (field: 'quantity' | 'netWeight' | 'grossWeight' | 'valueWithoutVat'): Change =>
  (each, random) => {
    anyGoods(each, random)[field] = random.pick(NUMBERS);
  };

const CHANGES: readonly Change[] = [
  (each, random) => (each.operationType = random.pick([...codes(OPERATIONS), 11, 99])),
  (each, random) => (each.declarant = random.pick(TAX_IDS)),
  (each, random) =>
    (each.partner.country = random.pick([null, 'RO', 'XX', 'GR', 'EL', 'XI', 'AN', 'D E', random.pick(COUNTRIES)])),
  (each, random) => (each.partner.taxId = random.pick([...TAX_IDS, 'x'.repeat(31)])),
  (each, random) => (each.partner.name = random.pick([null, 'x', 'x'.repeat(201)])),
  (each, random) => (each.vehicle = random.pick(PLATES)),
  (each, random) => (each.trailer1 = random.pick(PLATES)),
  (each, random) => (each.trailer2 = random.pick(PLATES)),
  (each, random) => (each.transporter.country = random.pick([null, 'RO', 'GR', 'XK', 'AN', 'ro', random.pick(COUNTRIES)])),
  (each, random) => (each.transporter.taxId = random.pick(TAX_IDS)),
  (each, random) => (each.transporter.name = random.pick([null, 'x'.repeat(201)])),
  (each, random) => (each.transportDate = random.pick([null, '2026-13-01', '22.11.2026', '2026-02-28'])),
  (each, random) => (each.start = random.pick([inland, border, office])(random)),
  (each, random) => (each.end = random.pick([inland, border, office])(random)),
  (each, random) => Object.assign(random.pick([each.start, each.end]), random.pick([inland, border, office])(random)),
  (each, random) => (random.pick([each.start, each.end]).county = random.pick([null, 0, 41, 50, 51, 52])),
  (each, random) => (random.pick([each.start, each.end]).locality = random.pick(NAMES)),
  (each, random) => (random.pick([each.start, each.end]).street = random.pick(NAMES)),
  (each, random) => (random.pick([each.start, each.end]).number = random.pick([null, 'x'.repeat(21)])),
  (each, random) => (random.pick([each.start, each.end]).borderPoint = random.pick([null, 0, 1, 38, 39])),
  (each, random) => (random.pick([each.start, each.end]).customsOffice = random.pick([null, 12801, 12802])),
  (each, random) => (anyGoods(each, random).purposeCode = random.pick([null, 100, ...codes(PURPOSES)])),
  (each, random) =>
    (anyGoods(each, random).tariffCode = random.pick([null, '070', '0701', '07010', '0701905012', 'abcd', '0701 90'])),
  (each, random) => (anyGoods(each, random).description = random.pick(['', ' ', 'x'.repeat(201), ...TEXTS])),
  (each, random) => (anyGoods(each, random).unitCode = random.pick([null, 'UNI', 'kg', 'KGMX', 'ZZZ', 'H87'])),
  numbers('quantity'),
  numbers('netWeight'),
  numbers('grossWeight'),
  numbers('valueWithoutVat'),
  (each, random) => (anyGoods(each, random).netWeight = null),
  (each, random) => (anyGoods(each, random).valueWithoutVat = null),
  each => (each.goods = each.goods.map(one => ({ ...one, grossWeight: null as unknown as string }))),
  (each, random) => Object.assign(random.pick(each.documents), { type: random.pick([10, 40, 9999]), remark: null }),
  (each, random) => (each.documents[0]!.number = random.pick(['x'.repeat(51), 'A&<">'])),
];

/** A message about an identifier, right or wrong. */
function about(random: Random): TransportMessage {
  const named = random.pick([
    uit(random),
    uit(random),
    uit(random).slice(0, 14) + '00',
    'short',
    'OOOOOOOOOOOOOO06',
    `${uit(random)}9`,
    '',
  ]);
  const declarant = random.chance(0.8) ? taxId(random) : random.pick(TAX_IDS);
  const remark = random.pick([null, 'obs', 'x'.repeat(201)]);
  switch (random.below(4)) {
    case 0:
      return deletion({ uit: named, declarant });
    case 1:
      return confirmation({ uit: named, declarant, remark, outcome: random.pick([10, 20, 30, 30, 40]) });
    case 2:
      return vehicleChange({
        uit: named,
        declarant,
        remark,
        vehicle: random.pick(['B1', ...PLATES]),
        trailer1: random.pick(PLATES),
      });
    default:
      return notification(randomDeclaration(random), named);
  }
}

/** Valid messages, then mutants, then messages about identifiers. */
export function* randomMessages(count: number, random: Random): Generator<{ message: TransportMessage; isValid: boolean }> {
  for (let place = 0; place < count; place++) {
    const kind = place % 5;
    if (kind === 0) {
      const corrects = random.chance(0.2) ? uit(random) : null;
      yield { message: notification(randomDeclaration(random), corrects), isValid: true };
    } else if (kind === 4) yield { message: about(random), isValid: false };
    else {
      const declaration = structuredClone(randomDeclaration(random));
      for (let change = 1 + random.below(3); change > 0; change--) random.pick(CHANGES)(declaration, random);
      yield { message: notification(declaration), isValid: false };
    }
  }
}
