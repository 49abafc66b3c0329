# Learning the game

learn = Learn
learn-about = Short pages with boards you can press, a guided first game, and puzzles.
learn-rules = The rules
learn-boards = Boards
learn-points = In short
learn-turn = Other chapters
learn-chapter-of = Chapter { $number } of { $total }
learn-set-back = Reset the board
learn-done = That was your turn. Reset the board to try something else.
learn-prices = Price of a share by the size of its chain
told-title = What happened
new-to-game = New to the game?

## The chapters

chapter-tiles = Tiles
chapter-tiles-lead = On your turn you place one of your six tiles on the space it names.
chapter-tiles-1 = The board has 12 columns and 9 rows, and one tile for each space: 1A to 12I.
chapter-tiles-2 = Tiles touch up, down, left and right. Corners never touch.
chapter-tiles-3 = A tile next to a chain joins it, and so do the lone tiles connected to it. A tile that touches nothing stays on its own.
board-touch = Touching
board-touch-try = Two of your tiles look close to the chain, but only one touches it. Choose a tile to see what it would do, then place it.
board-join = Joining
board-join-try = Place 5D: how many tiles does the chain have then?

chapter-founding = Founding a chain
chapter-founding-lead = A tile next to a lone tile founds a chain, and you choose which.
chapter-founding-1 = There are seven chains: two cheap, three in the middle, two expensive.
chapter-founding-2 = The founder gets one free share of the new chain.
chapter-founding-3 = While all seven are on the board, nobody can found an eighth: such a tile has to wait.
board-found = Found one
board-found-try = Place a tile next to a lone one and choose the chain.
board-eighth = All seven
board-eighth-try = All seven chains are on the board. Look at 7F: what would it do?

chapter-stock = Shares
chapter-stock-lead = After your tile you may buy up to three shares of chains on the board.
chapter-stock-1 = The price grows with the size of the chain; expensive chains cost more at every size.
chapter-stock-2 = Each chain has 25 shares. The market has those that no player holds.
chapter-stock-3 = You keep your money and shares; at the end every share is sold at its price.
chapter-stock-4 = The player with the most shares of a chain has the majority, the next one the minority. These two are paid bonuses.
board-buy = Buying
board-buy-try = Buy up to three shares, in any mix. The market shows price, shares left and bonuses.

chapter-mergers = Mergers
chapter-mergers-lead = A tile that joins two chains merges them: the larger one survives, the other pays out.
chapter-mergers-1 = The majority of the dissolved chain gets ten times its price, the minority five times. A single holder gets both.
chapter-mergers-2 = Players who tie add up the bonuses of their places and share them, rounded up to the next $100.
chapter-mergers-3 = Then everybody decides about their shares of it: sell them, trade two for one of the survivor, or hold them in case the chain is founded again.
chapter-mergers-4 = Among equally large chains, the player who placed the tile chooses the survivor.
board-merge = A merger
board-merge-try = Place 5D, read what is paid, and decide about your shares.
board-equal = Equal chains
board-equal-try = Place 5D and choose which one survives. Reset the board and compare.

chapter-safety = Safe chains
chapter-safety-lead = A chain of 11 tiles or more is safe: it can never be dissolved.
chapter-safety-1 = A safe chain can still swallow smaller ones.
chapter-safety-2 = A tile that would join two safe chains is dead: it can never be played.
chapter-safety-3 = Dead tiles can be exchanged when you draw at the end of your turn.
board-safety = Safe and dead
board-safety-try = Look at 5B, which touches two safe chains. Then place 2D and see who swallows whom.

chapter-end = The end
chapter-end-lead = When a chain has 41 tiles, or all chains on the board are safe, you may declare the end on your turn.
chapter-end-1 = You never have to: play on for as long as it helps you.
chapter-end-2 = You finish your turn. Then every chain on the board pays its bonuses, and every share is sold at its price.
chapter-end-3 = Shares of chains that are not on the board are worth nothing. The most money wins.
board-declare = Declare it
board-declare-try = Both chains are safe. Declare the end, place a tile, buy, and read how the money adds up.

chapter-variants = Other ways to play
chapter-variants-lead = Editions of the game differ in a few points. You choose the rules when you start a game.
chapter-variants-1 = Tycoon bonuses: the third holder is paid too.
chapter-variants-2 = Two players: for each bonus the bank draws a tile, and its column is the number of shares the bank holds.
chapter-variants-3 = Trading: before the tile, the player whose turn it is may offer another cash and shares.
chapter-variants-4 = Hidden holdings: you do not see what the others own, except the shares of a chain that pays bonuses.
chapter-variants-5 = Smaller points differ too: whether start tiles can found chains, how dead tiles are exchanged, what a founder gets when no share is left, and whether you finish your turn after declaring the end.
board-tycoon = Tycoon
board-tycoon-try = Place 5D: three holders are paid for the dissolved chain.
board-bank = With the bank
board-bank-try = Place 5D: the bank draws a tile and competes for the bonus.

## The guided first game

first-title = Your first game
first-about = A guided three-minute game: found a chain, let it grow, merge it, win.
first-begin = Play the guided game
first-continue = Continue the guided game
first-again = Start over
first-step = Step { $number } of { $total }
first-sales = Shares sold
first-real-game = Play a real game
first-place = You join a game against Ada and Ben. These are your tiles; each belongs to one space. Press { $tile }: next to the lone tile it founds a chain.
first-place-otherwise = That tile can wait. { $tile } lies next to a lone tile and founds a chain: press that one.
first-found = A chain of two! Choose any of these. Cheap or expensive, its first share is free.
first-found-otherwise = First choose the chain you found.
first-buy = Now buy shares. Press + until you have three of { $own }, then buy: the more you hold, the safer your majority.
first-buy-otherwise = You could, but take all three of { $own } this time: the largest holder is paid when it merges.
first-watch = Ada and Ben take their turns. The log shows what they do.
first-grow = Your turn again. Place { $tile }: it touches { $own } and a lone tile, so your chain grows by two, and each share is worth more.
first-grow-otherwise = Keep that one. { $tile } makes { $own } grow, and your shares rise with it.
first-buy-more = Three more of { $own }: Ada and Ben may buy it too, and only the two largest holders are paid.
first-buy-more-otherwise = Take three of { $own } once more, so that nobody overtakes you.
first-merge = Now the big moment. { $tile } touches { $own } and { $large }. The larger chain swallows the smaller one, and the smaller one pays its bonuses: to you.
first-merge-otherwise = Not yet: { $tile } merges the two chains and pays you the majority bonus.
first-dispose = The bonus is yours: the log shows how it is calculated. Now your shares of { $own }: trade as many as possible, two for one of { $large }, which is worth more, and sell the odd one. One button does both.
first-dispose-otherwise = Hold nothing this time: the game ends in a moment, and shares of a chain that is gone are worth nothing then. Trade or sell them all.
first-buy-last = { $large } is safe now: with 11 tiles or more it can never be swallowed. You may buy three shares of it for the final majority.
first-buy-last-otherwise = Buy up to three shares, or nothing.
first-declare = Every chain on the board is safe: you may end the game. Below you see what everybody would have. Declare the end!
first-declare-otherwise = You could play on, and in a long game that may be wise. But this one is yours now: declare the end.
first-over = That is a whole game. At the end every chain pays its bonuses once more, and all shares are sold. Below is who got what, and the log shows how each payment was calculated.

## The puzzles

puzzles = Puzzles
puzzles-about = Ten positions, each with one best decision. The engine checks your answer and shows the arithmetic.
puzzles-solved = { $solved } of { $total } solved
puzzles-go = To the puzzles
puzzle-solved = Solved
puzzle-hint = Give me a hint
puzzle-again = Try again
puzzle-show = Show the answer
puzzle-next = Next puzzle
puzzle-choice = Decision
puzzle-compared = What each decision gets you
puzzle-right = Right! { $choice } gets you { $money }.
puzzle-wrong = Not the best: { $choice } gets you { $money }. Another decision gets { $more } more.
puzzle-counts-cash = Your cash right after the decision counts.
puzzle-counts-worth = Your cash plus your shares at their price counts, right after the decision.
puzzle-counts-turn = What you have at the end of this turn counts. If the game ends with it, that is your final money. Everybody plays as well as they can.
puzzle-counts-game = Your final money counts. Everybody plays as well as they can.

puzzle-pays = Which tile pays you most?
puzzle-pays-ask = Three of your tiles merge chains. Which one gets you the most cash at once?
puzzle-pays-hint = Each merger dissolves the smaller chain. Look at who holds the most of it, and how much ten or five times its price is.
puzzle-pays-why = Ten times a low price is more than five times a slightly higher one. And the third holder of a chain gets nothing.

puzzle-grows = Let it grow
puzzle-grows-ask = Which tile makes your shares worth the most?
puzzle-grows-hint = The price rises with every tile up to six, then in larger steps. Count the lone tiles that come along, and multiply by your shares.
puzzle-grows-why = Tiles that come along count. Three price steps for a few shares can be more than one step for many.

puzzle-revive = Which chain do you found?
puzzle-revive-ask = You found a chain of two. Which one makes you richest?
puzzle-revive-hint = You still hold shares of chains that are not on the board. What happens to them when the chain comes back?
puzzle-revive-why = Shares that were held count again as soon as their chain is founded. Many old cheap shares beat one new expensive one.

puzzle-survivor = Which one survives?
puzzle-survivor-ask = Two equal chains merge, and you choose. Which one should survive?
puzzle-survivor-hint = You are paid for the chain that is dissolved. The other one grows, and its shares with it.
puzzle-survivor-why = The chain you hold the majority of pays you when it is dissolved, and two of its shares become one of a chain that has doubled in size.

puzzle-majority = Which three shares?
puzzle-majority-ask = The end is declared; these are your last shares. What do you buy?
puzzle-majority-hint = A share sells for what it costs: only bonuses count. In which chain can you pass somebody?
puzzle-majority-why = Passing the holder of a majority turns five times the price into ten times. Breaking a tie gains less than half of that.

puzzle-dispose = Sell, trade or hold?
puzzle-dispose-ask = Your chain is dissolved. After this you may buy three shares, and then you will declare the end. What do you do with your six shares?
puzzle-dispose-hint = Selling two gets you more than the one share you would trade them for. But how many shares of the survivor do you need, and how many can you buy?
puzzle-dispose-why = Three shares can be bought, so two have to come from a trade: then the majority is yours. The rest is worth more sold.

puzzle-last = Your last tile
puzzle-last-ask = The end is declared, you place your last tile. Which one?
puzzle-last-hint = Who gets the bonuses of a chain that has only one holder?
puzzle-last-why = A chain founded in the last turn has one holder, and that holder gets both bonuses, fifteen times its price.

puzzle-order = Which one goes first?
puzzle-order-ask = Two equal chains are swallowed, one after the other. Which one first?
puzzle-order-hint = Look at the market: how many shares of the survivor are left to trade for, and who would take them?
puzzle-order-why = The last shares of the survivor go to the first player who trades. Let the chain that you hold be dissolved first, and they are yours.

puzzle-finish = Which tile wins?
puzzle-finish-ask = Place a tile. Think of the whole turn: what may you do at its end?
puzzle-finish-hint = The end may be declared when every chain on the board is safe. Which chain stands in the way?
puzzle-finish-why = Once the small chain is gone, all chains are safe, and you can declare the end while the majorities are yours.

puzzle-declare = Declare the end now?
puzzle-declare-ask = The pile is empty; Ada has one tile left, 9B, and you have 11G. Do you declare the end, or end your turn?
puzzle-declare-hint = Can Ada buy anything that hurts you? She must place her tile: what does it do for her shares, and for yours?
puzzle-declare-why = No share of the large chain is left to buy, so nobody can pass you. And Ada must place 9B, which raises the price: you gain more from it than she does, and that wins.
