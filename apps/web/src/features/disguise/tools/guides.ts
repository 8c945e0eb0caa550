import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const sections = ['home', 'kitchen', 'outdoors'] as const;
export type Section = (typeof sections)[number];

/** A short read that is as true next year as today; the disguise shows no news, because it could only invent them. */
export interface Guide {
  id: string;
  section: Section;
  title: MessageDescriptor;
  text: readonly MessageDescriptor[];
}

export const guides: readonly Guide[] = [
  {
    id: 'power-cut',
    section: 'home',
    title: msg`What to do before the power goes off`,
    text: [
      msg`Charge the phone and the lamp while there is power, and boil a flask of water. A closed fridge keeps cold for about four hours, a full freezer for two days.`,
      msg`Switch off the stove, the iron and the heater, so that none of them is on when the power returns. Leave one light on to see that it is back.`,
      msg`A surge can come with the power. Unplug what has a screen, and wait a few minutes before you plug it in again.`,
    ],
  },
  {
    id: 'water-meter',
    section: 'home',
    title: msg`How to find a leak with the water meter`,
    text: [
      msg`Close every tap and wait until the cistern and the geyser have filled. Write down the figures on the meter, the red ones as well.`,
      msg`Use no water for an hour and read it again. If a figure has moved, water is going somewhere: a cistern that runs is the usual place.`,
      msg`A few drops of colour in the cistern show it. If the bowl is tinted after ten minutes without flushing, the valve leaks.`,
    ],
  },
  {
    id: 'emergency-numbers',
    section: 'home',
    title: msg`Numbers to keep by heart`,
    text: [
      msg`From a cellphone, 112 reaches an emergency centre on every network, also without airtime. The police answer on 10111, an ambulance on 10177.`,
      msg`Say first where you are: the suburb, the street, and something that can be seen from the road. Then say what happened, and stay on the line.`,
    ],
  },
  {
    id: 'beans',
    section: 'kitchen',
    title: msg`A pot of beans that lasts the week`,
    text: [
      msg`Soak two cups of sugar beans overnight in plenty of water. Pour it off, cover them with fresh water and boil them hard for ten minutes.`,
      msg`Let them simmer for an hour or until they are soft, with an onion and a bay leaf. Salt goes in last.`,
      msg`They keep for four days in the fridge, and for months in the freezer. Eat them with pap, on toast, or in a soup.`,
    ],
  },
  {
    id: 'coals',
    section: 'kitchen',
    title: msg`When are the coals ready?`,
    text: [
      msg`Hold your hand at the height of the grid and count. Two or three seconds are hot enough for steak, four or five for chops and wors, eight for chicken with its bones.`,
      msg`Wait until the flames are gone and the coals are grey. Push some to the side, so that there is a cooler place for what is nearly done.`,
    ],
  },
  {
    id: 'southern-cross',
    section: 'outdoors',
    title: msg`How to find south at night`,
    text: [
      msg`Look for the Southern Cross and the two bright Pointers beside it. Draw the long line of the Cross on, four and a half times its length.`,
      msg`Draw another line at a right angle from the middle between the Pointers. Where the two meet, drop straight down to the horizon: that is south.`,
    ],
  },
  {
    id: 'lightning',
    section: 'outdoors',
    title: msg`How far away is the thunderstorm?`,
    text: [
      msg`Count the seconds between lightning and thunder and divide them by three: that is the distance in kilometres.`,
      msg`Under thirty seconds it is time to be in a building or a car. Stay away from single trees, fences and water, and wait half an hour after the last thunder.`,
    ],
  },
];
