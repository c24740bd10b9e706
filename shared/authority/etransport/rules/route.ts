import type { RoutePoint, TransportDeclaration } from '#shared/model/transport.ts';
import { type DeclarationRule, rule, stricter } from './types.ts';
import { ifStated, isPlaceName, textOf } from './values.ts';

/** Rules on the start and the end of the route on Romanian roads (TRN-24). */

interface End {
  prefix: 'etransportStart' | 'etransportEnd';
  word: 'start' | 'end';
  point(of: TransportDeclaration): RoutePoint;
  /** Ids of the rules: exactly one place is stated; border points; customs offices. */
  ids: { place: string; border: string; customs: string };
  /** Operations that have no border point at this end. */
  withoutBorder: readonly number[];
  /** The only operation with a customs office at this end, and its name. */
  customs: readonly [number, string];
}

const START: End = {
  prefix: 'etransportStart',
  word: 'start',
  point: each => each.start,
  ids: { place: 'BR-210', border: 'BR-212', customs: 'BR-216' },
  withoutBorder: [20, 22, 24, 30, 50, 70],
  customs: [40, 'import'],
};

const END: End = {
  prefix: 'etransportEnd',
  word: 'end',
  point: each => each.end,
  ids: { place: 'BR-211', border: 'BR-213', customs: 'BR-217' },
  withoutBorder: [12, 14, 30, 40, 60],
  customs: [50, 'export'],
};

/** Whether any part of a national address is stated. */
const hasAddress = ({ county, locality, street, number, otherInfo, postalCode }: RoutePoint): boolean =>
  [county, locality, street, number, otherInfo, postalCode].some(each => textOf(each) !== null);

const places = (point: RoutePoint): number =>
  [hasAddress(point), point.borderPoint !== null, point.customsOffice !== null].filter(Boolean).length;

const isWholeAddress = ({ county, locality, street }: RoutePoint): boolean =>
  [county, locality, street].every(each => textOf(each) !== null);

const endRules = ({ prefix, word, point, ids, withoutBorder, customs: [operation, name] }: End): DeclarationRule[] => [
  stricter(
    'fields',
    ids.place,
    `${prefix}County`,
    `At the ${word} of the route state exactly one of: an address (county, locality and street), a border point, a customs office.`,
    each => places(point(each)) === 1 && (!hasAddress(point(each)) || isWholeAddress(point(each))),
    each => places(point(each)) === 1,
  ),
  rule(
    'fields',
    ids.border,
    `${prefix}BorderPoint`,
    `The route of this operation has no border point at its ${word}: state an address.`,
    each => !withoutBorder.includes(each.operationType) || point(each).borderPoint === null,
  ),
  rule(
    'fields',
    ids.customs,
    `${prefix}CustomsOffice`,
    `Only ${name} (${operation}) may have a customs office at the ${word} of the route.`,
    each => each.operationType === operation || point(each).customsOffice === null,
  ),
  rule('fields', 'BR-214', `${prefix}Locality`, `The locality at the ${word} must have 2 to 100 characters.`, each =>
    ifStated(point(each).locality, isPlaceName),
  ),
  rule('fields', 'BR-215', `${prefix}Street`, `The street at the ${word} must have 2 to 100 characters.`, each =>
    ifStated(point(each).street, isPlaceName),
  ),
];

const WITHOUT_CUSTOMS: readonly number[] = [10, 20, 30, 60, 70];

const withoutOffice = ({ prefix, point }: End): DeclarationRule =>
  rule(
    'fields',
    'BR-046',
    `${prefix}CustomsOffice`,
    `The route of operation ${WITHOUT_CUSTOMS.join(', ')} has no customs office: state an address or a border point.`,
    each => !WITHOUT_CUSTOMS.includes(each.operationType) || point(each).customsOffice === null,
  );

export const ROUTE_RULES: readonly DeclarationRule[] = [
  ...endRules(START),
  ...endRules(END),
  withoutOffice(START),
  withoutOffice(END),
];
