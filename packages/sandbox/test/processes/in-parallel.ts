export const inParallel = async <Given, Done>(
  given: readonly Given[],
  atOnce: number,
  work: (each: Given) => Promise<Done>,
): Promise<readonly Done[]> => {
  const done: Done[] = [];
  const waiting = given.entries();
  const goOn = async (): Promise<void> => {
    for (const [index, each] of waiting) done[index] = await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return done;
};
