// Adapters of the core to the machine, for programs on Node.

export { sha256KeyHasher } from './key-hasher.ts';
export { ed25519Signer, newProofKey, PRIVATE_KEY, publicKeyOf, publicKeyText, verifyEd25519 } from './proof-signer.ts';
export { randomIds } from './random-ids.ts';
export { realTimer } from './real-timer.ts';
export { systemClock } from './system-clock.ts';
export { isOfLibrary, takeEnvironment } from './take-environment.ts';
