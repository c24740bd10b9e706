import { expect, it } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { type Group, GROUPS, operationsOf } from '../../support/fuzz/groups.ts';

const { endpoints } = await loadCatalogue();

it('every operation of the catalogue is fuzzed, in one group', () => {
  // The keys of an object literal are its members.
  const fuzzed = (Object.keys(GROUPS) as Group[]).flatMap(group => operationsOf(group).map(({ name }) => name));
  expect(fuzzed.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
});
