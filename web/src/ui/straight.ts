// Signs that turn the direction of what follows. Text in other scripts needs none
// of them; in a value they could make a sentence or a statement read as another.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text from elsewhere with such signs made visible, letter for letter. */
export const straight = (text: string): string => text.replace(turning, "\ufffd");
