/**
 * Orders of `count` lanes. Over `count` rounds, each lane follows every other lane equally often (Williams' design of a
 * Latin square, which needs an even number). A slice affects the next one through caches and pending writes of the database.
 */
export const ordersOf = (count: number): readonly (readonly number[])[] => {
  const zigzag = Array.from({ length: count }, (_, position) =>
    position % 2 === 1 ? (position + 1) / 2 : (count - position / 2) % count,
  );
  return Array.from({ length: count }, (_, round) => zigzag.map((lane) => (lane + round) % count));
};
