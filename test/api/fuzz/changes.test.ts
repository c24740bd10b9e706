import { generated } from '../../support/effort.ts';
import { OPERATIONS } from '../../support/fuzz/document.ts';
import { fuzz } from '../../support/fuzz/run.ts';
import { selected } from '../../support/selection/selected.ts';

const changes = OPERATIONS.filter(({ method }) => method !== 'GET');

fuzz('changes', selected(changes), generated({ runs: 2, seed: 20_261_126, long: 30, all: 400 }));
