// Every worker of the page is this file: the bindings of the modules have most of their text in common, and are packed together. The name
// of a worker says which it is.

import { compilerHas } from './compiler/worker';
import { enginesHave } from './run/engines';

addEventListener('message', self.name === 'engines' ? enginesHave : compilerHas);
