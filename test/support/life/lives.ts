import fc from 'fast-check';
import { Answer, Create, Credit, Do, type Fault, IssueAll, type LifeCommand, Pay, TakeBack } from './acts.ts';
import type { Act } from './model.ts';

const who = fc.nat({ max: 1 });
const fault = fc.constantFrom<Fault[]>('none', 'none', 'none', 'conflict', 'throttle', 'lostAnswer');
const place = fc.nat({ max: 30 });
const price = fc.integer({ min: 1, max: 900 });
const act = fc.constantFrom<Act[]>('update', 'issue', 'issue', 'submit', 'submit', 'cancel', 'restore', 'delete');
const how = fc.record({ who, fault, both: fc.boolean(), mode: fc.constantFrom('accept', 'accept', 'reject', 'down'), price });

/** Lives of any length. */
export const lives = (maxCommands: number): fc.Arbitrary<Iterable<LifeCommand>> => {
  const sign = fc.constantFrom<(1 | -1)[]>(1, 1, 1, 1, -1);
  const anyAct = fc.tuple(act, place, how).map(([what, at, ways]) => new Do(what, at, ways));
  return fc.commands(
    [
      fc.tuple(price, sign, who, fault).map(([amount, s, w, f]) => new Create(amount, s, w, f)),
      ...[anyAct, anyAct, anyAct],
      fc.tuple(place, price, who, fault).map(([at, amount, w, f]) => new Credit(at, amount, w, f)),
      fc.tuple(place, fc.integer({ min: 1, max: 110 }), who, fault).map(([at, percent, w, f]) => new Pay(at, percent, w, f)),
      fc.tuple(place, who, fault).map(([at, w, f]) => new TakeBack(at, w, f)),
      fc.constant(new Answer()),
      fault.map(f => new IssueAll(f)),
    ],
    { maxCommands, size: 'max' },
  );
};
